//! What runs on the simulated GPU.

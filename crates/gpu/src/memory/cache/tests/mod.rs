//! What a cache does at its edges, and a law: it is its model.

mod edges;
mod law;
mod model;

//! PTX inside CUDA programs.
//!
//! nvcc puts device code into the program's file as *fat binaries*: containers with one entry per architecture, PTX or machine
//! code, usually compressed. [`container`] reads them. [`program`] inspects a program's file: which CUDA runtime it needs, and
//! whether there is PTX in it.

pub mod container;
pub mod program;

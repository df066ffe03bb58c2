//! Tape files: what is written is read, and what is damaged is an error.

mod arrow;
mod damage;
mod make;
mod order;
mod round;

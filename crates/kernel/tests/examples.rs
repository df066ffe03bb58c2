//! The example of this crate prints what its comment shows.

use crate::common::example;

#[test]
fn ptx_tool_describes_and_executes_a_kernel() {
    example::prints_what_it_shows(env!("CARGO_MANIFEST_DIR"), "ptx_tool");
}

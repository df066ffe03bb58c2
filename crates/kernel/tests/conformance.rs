//! Every form of the instruction table, executed through PTX text, against an independent reference.
//!
//! The reference computes with exact numbers and from the manual's own semantics; it shares no code
//! with what it judges. A row of the table that no test here walks fails the test of coverage.

#[path = "conformance/apfloat.rs"]
mod apfloat;
#[path = "conformance/cases.rs"]
mod cases;
#[path = "conformance/compare.rs"]
mod compare;
#[path = "conformance/convert.rs"]
mod convert;
#[path = "conformance/exact.rs"]
mod exact;
#[path = "conformance/floating.rs"]
mod floating;
#[path = "conformance/integer.rs"]
mod integer;
#[path = "conformance/reference.rs"]
mod reference;

#[test]
fn smoke() {
    use warploom_kernel::ptx::forms::forms;
    use warploom_kernel::ptx::forms::Group::*;
    let mut n = 0;
    for form in forms() {
        if !matches!(form.group, Integer|Carry|Float|Half|Compare|Logic|Convert|Move) { continue; }
        for mods in form.combinations() {
            use warploom_kernel::ptx::forms::*;
            use warploom_kernel::ptx::isa::Mod;
            let types: Vec<_> = mods.iter().copied().filter(|m| m.is_type()).collect();
            let mut st = vec![];
            for o in &form.operands { match o.role { OperandRole::Src(t) => st.push(match t { OperandType::Last => *types.last().unwrap(), OperandType::Nth(k)=>types[k], OperandType::Wide=>Mod::U64, OperandType::Fixed(m)=>m}), OperandRole::SrcPred(_) => st.push(Mod::Pred), OperandRole::Immediate => st.push(Mod::U8), _=>{} } }
            if types.contains(&Mod::B128) { continue; }
            if matches!(form.opcode, warploom_kernel::ptx::isa::Opcode::Addc|warploom_kernel::ptx::isa::Opcode::Subc|warploom_kernel::ptx::isa::Opcode::Madc) { st.push(Mod::Pred); }
            let mut rng = cases::Rng::named(form.syntax);
            for i in 0..1024 { let s = cases::sources(&mut rng, form.opcode, &mods, &st, i); std::hint::black_box(reference::reference(form.opcode, &mods, &s)); n += 1; }
        }
    }
    println!("{n}");
}

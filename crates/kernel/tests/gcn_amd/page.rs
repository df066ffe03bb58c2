//! The page of the book on AMD's compiler.

use super::amd::{KERNELS, LEAST_RATIO, RUNS, SHORT};
use super::mix::{self, Mix, TYPES};
use super::trace::Compared;
use std::fmt::Write as _;

fn total(mix: &Mix) -> u32 {
    mix.iter().sum()
}

/// Clang's instructions relative to AMD's.
fn ratio(clang: &Mix, amd: &Mix) -> f64 {
    f64::from(total(clang)) / f64::from(total(amd))
}

/// The page.
pub fn page() -> String {
    let (static_counts, ratios) = (static_counts(), ratios());
    let (runs, totals) = (runs(), totals());
    let read = KERNELS.len();
    format!(
        "# Beside AMD's compiler\n\n\
         The suite's GCN code comes from clang 19, which compiles for gfx600 (Tahiti).\n\
         The thesis ran the code that AMD's own OpenCL compiler made for the same GPU.\n\
         This page shows that Warploom executes AMD's code as Multi2Sim does, and compares the instructions of both compilers.\n\n\
         AMD's code is that of {read} kernels of the AMD APP SDK 2.5.\n\
         Listings, launches, inputs and traces were recorded with Multi2Sim 4.2 (commit 39e8809d), the simulator of the thesis.\n\
         They are in a folder outside the repository, which `WARPLOOM_MULTI2SIM` names. This command repeats everything:\n\n\
         ```console\n\
         $ WARPLOOM_MULTI2SIM=DIR cargo nextest run -p warploom-kernel gcn_amd::\n\
         ```\n\n\
         Without the folder the tests count the instructions of clang's code and of PTX only.\n\n\
         ## Execution of AMD's code\n\n\
         Each launch starts with the recorded scalar registers, arguments and input bytes.\n\
         For every wavefront these must equal the trace:\n\n\
         * the byte offset and the unit of each executed instruction;\n\
         * the address and the bytes of each scalar load;\n\
         * direction, lane mask, bytes and all addresses of active lanes of each vector memory and LDS access.\n\n\
         The column \"addresses\" counts those of scalar loads and of active lanes.\n\
         Four runs have no trace in the folder: they execute without a fault.\n\
         In all runs the results are those of the algorithm, computed on the host.\n\
         The input of RD-131072 is not in the folder; small integers replace it.\n\n\
         {runs}\n\
         {totals}\n\n\
         Byte addresses of all instructions equal those of the {read} listings, which checks the sizes of encodings.\n\
         `mmmKernel_local` and `mmmKernel_local2` have no recorded launch.\n\
         With the launch of MM-64 and 4 KB of LDS per matrix they compute the product.\n\
         `blackScholes` is only read: it needs tables of AMD's mathematical library, which were not recorded.\n\n\
         ## Static instructions\n\n\
         The table counts the instructions of the code; those of a loop body count once.\n\
         \"Control\" has branches and `s_endpgm`.\n\
         \"PTX\" is the suite's PTX, [lowered](lowering.md) with the default options; it has no scalar unit and no waits.\n\
         The ratio divides a total by AMD's.\n\n\
         {static_counts}\n\
         Causes of the differences, from the code:\n\n\
         * AMD's code loads arguments and sizes one by one from constant buffers, and buffer resources from a table: 4 to 11 scalar \
         loads in kernels that the suite has too.\n  \
         Clang's code finds all arguments at one address and loads several at once: 2 to 4 scalar loads. It has fewer waits, except `scan_block` beside `prefixSum`.\n\
         * AMD's `histogram` and `permute` are unrolled 256 times: a work-item has 256 keys.\n\
         * AMD's `binomial_options` prices four options per work-group, the suite's `binomial_price` one.\n\
         * Mathematical functions of AMD's `blackScholes` are longer, and read tables in memory.\n\
         * AMD's `reduce` accesses vectors of four integers in LDS one word at a time.\n\
         * AMD's `prefixSum` scans the sums of all blocks in one work-group; the suite uses `scan_block` for this.\n\n\
         ## Five short kernels\n\n\
         These kernels do the same work per work-item in both. The test requires a ratio of at least {LEAST_RATIO:.2}.\n\n\
         {ratios}"
    )
}

fn row(text: &mut String, (kernel, compiler): (&str, &str), mix: &Mix, absent: &[usize], ratio: Option<f64>) {
    let _ = write!(text, "| {kernel} | {compiler} |");
    for (at, count) in mix.iter().enumerate() {
        let _ = match absent.contains(&at) {
            true => write!(text, " |"),
            false => write!(text, " {count} |"),
        };
    }
    let ratio = ratio.map_or(String::new(), |r| format!("{r:.2} "));
    let _ = writeln!(text, " {} | {ratio}|", total(mix));
}

fn static_counts() -> String {
    let mut text = format!("| kernel | code | {} | total | ratio |\n| --- | --- |", TYPES.join(" | "));
    text.push_str(&" ---: |".repeat(TYPES.len() + 2));
    text.push('\n');
    for kernel in KERNELS {
        row(&mut text, (&format!("`{}`", kernel.listing), "AMD"), &kernel.mix, &[], None);
        let Some((application, name)) = kernel.suite else { continue };
        let (clang, ptx) = mix::of_suite(application, name);
        row(&mut text, (&format!("`{name}`"), "clang"), &clang, &[], Some(ratio(&clang, &kernel.mix)));
        row(&mut text, (&format!("`{name}`"), "PTX"), &ptx, &[0, 2], Some(ratio(&ptx, &kernel.mix)));
    }
    text
}

/// AMD's name of each short kernel with its instructions by AMD and by clang.
pub fn short() -> Vec<(&'static str, Mix, Mix)> {
    let mut found = Vec::new();
    for short in SHORT {
        let kernel = KERNELS.iter().find(|k| k.listing.rsplit('.').next() == Some(short));
        let kernel = kernel.unwrap_or_else(|| panic!("{short} is not among the kernels"));
        let (application, name) = kernel.suite.unwrap_or_else(|| panic!("{short} is not in the suite"));
        found.push((short, kernel.mix, mix::of_suite(application, name).0));
    }
    found
}

/// Short kernels whose clang code has too few instructions.
pub fn too_short() -> Vec<String> {
    let ratios = short().into_iter().map(|(name, amd, clang)| (name, ratio(&clang, &amd)));
    ratios
        .filter(|(_, ratio)| *ratio < LEAST_RATIO)
        .map(|(name, ratio)| format!("{name}: {ratio:.2}"))
        .collect()
}

fn ratios() -> String {
    let mut text = String::from("| kernel | AMD | clang | ratio |\n| --- | ---: | ---: | ---: |\n");
    for (name, amd, clang) in short() {
        let (a, c, ratio) = (total(&amd), total(&clang), ratio(&clang, &amd));
        let _ = writeln!(text, "| `{name}` | {a} | {c} | {ratio:.2} |");
    }
    text
}

fn runs() -> String {
    let mut text = String::from(
        "| run | kernels | launches | wavefronts | instructions | addresses | compared with the trace |\n\
         | --- | --- | ---: | ---: | ---: | ---: | --- |\n",
    );
    for run in RUNS {
        let Compared { launches, waves, instructions, addresses, unequal } = run.compared;
        let verdict = match (run.traced, unequal) {
            (false, _) => "no trace".to_owned(),
            (true, 0) => "equal".to_owned(),
            (true, n) => format!("{n} wavefronts differ"),
        };
        let kernels: Vec<String> = run.kernels.split(", ").map(|k| format!("`{k}`")).collect();
        let (name, kernels) = (run.name, kernels.join(", "));
        let _ = writeln!(
            text,
            "| {name} | {kernels} | {launches} | {waves} | {instructions} | {addresses} | {verdict} |"
        );
    }
    text
}

fn totals() -> String {
    let mut sum = Compared::default();
    let mut kernels = Vec::new();
    for run in RUNS.iter().filter(|run| run.traced) {
        sum.add(run.compared);
        kernels.extend(run.kernels.split(", "));
    }
    kernels.sort_unstable();
    kernels.dedup();
    let Compared { launches, waves, instructions, addresses, unequal } = sum;
    format!(
        "The runs with a trace have {} kernels, {launches} launches, {instructions} instructions and {addresses} addresses.\n\
         {} of {waves} wavefronts are equal.",
        kernels.len(),
        waves - unequal
    )
}

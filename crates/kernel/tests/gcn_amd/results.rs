//! What the programs of a run must have computed.

use super::launch::{Recorded, Step, Value};
use super::reference::Reference;
use warploom_kernel::execute::Memory;

/// A run that has ended: its arguments and its memory.
pub struct Ended<'a> {
    pub run: &'a str,
    pub reference: &'a Reference,
    pub steps: &'a [Step],
    pub memory: &'a Memory,
}

impl Ended<'_> {
    fn launch(&self, kernel: &str) -> &Recorded {
        let launches = self.steps.iter().rev().filter_map(|step| match step {
            Step::Launch(launch) => Some(launch),
            Step::Copy { .. } => None,
        });
        let mut named = launches.filter(|launch| launch.kernel == kernel);
        named.next().unwrap_or_else(|| panic!("{}: no launch of {kernel}", self.run))
    }

    fn argument(&self, kernel: &str, name: &str) -> &Value {
        let arguments = &self.launch(kernel).arguments;
        let found = arguments.iter().find(|a| a.name == name);
        &found.unwrap_or_else(|| panic!("{}: {kernel} has no argument {name}", self.run)).value
    }

    fn number(&self, kernel: &str, name: &str) -> usize {
        match self.argument(kernel, name) {
            Value::Bytes(bytes) => words(bytes)[0] as usize,
            other => panic!("{}: {name} is {other:?}", self.run),
        }
    }

    /// A buffer at the end.
    fn buffer(&self, kernel: &str, name: &str) -> Vec<u32> {
        match self.argument(kernel, name) {
            Value::Global { address, bytes, .. } => {
                let read = self.memory.read(*address, *bytes);
                words(read.unwrap_or_else(|e| panic!("{}: {e}", self.run)))
            }
            other => panic!("{}: {name} is {other:?}", self.run),
        }
    }

    fn floats(&self, kernel: &str, name: &str) -> Vec<f64> {
        floats(&self.buffer(kernel, name))
    }

    /// The first host copy: the input of programs that work in place.
    fn first_copy(&self) -> Vec<u32> {
        let Some(Step::Copy { address, sequence, .. }) = self.steps.first() else {
            panic!("{}: no host copy", self.run)
        };
        let copied = self.reference.copied(self.run, *sequence, *address);
        words(&copied.unwrap_or_else(|| panic!("{}: the bytes of the first host copy are missing", self.run)))
    }

    /// Panics if the results are not those of the algorithm.
    pub fn check(&self) {
        let benchmark = self.run.split('-').next().unwrap_or("");
        match benchmark {
            "FW" => self.floyd_warshall(),
            "BSo" => self.sorted("bitonicSort", "theArray"),
            "RS" => self.sorted("permute", "sortedData"),
            "FWT" => self.walsh(),
            "MT" => self.transposed(),
            "MM" => self.product("mmmKernel"),
            "RD" => self.sums(),
            "Scan" => self.scanned(),
            "BO" => self.options(),
            _ => panic!("{}: no results are known", self.run),
        }
    }

    fn equal<T: PartialEq + std::fmt::Debug>(&self, computed: &[T], expected: &[T]) {
        assert_eq!(computed.len(), expected.len(), "{}: elements of the result", self.run);
        if let Some(at) = (0..expected.len()).find(|&at| computed[at] != expected[at]) {
            panic!("{}: element {at} is {:?}, not {:?}", self.run, computed[at], expected[at]);
        }
    }

    /// Compares relative to the greatest expected value.
    fn near(&self, computed: &[f64], expected: &[f64], tolerance: f64) {
        assert_eq!(computed.len(), expected.len(), "{}: elements of the result", self.run);
        let greatest = expected.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        for (at, (computed, expected)) in computed.iter().zip(expected).enumerate() {
            let good = (computed - expected).abs() <= tolerance * greatest;
            assert!(good, "{}: element {at} is {computed}, not {expected}", self.run);
        }
    }

    fn floyd_warshall(&self) {
        let nodes = self.number("floydWarshallPass", "width");
        let mut distance = self.first_copy();
        for k in 0..nodes {
            for at in 0..nodes * nodes {
                let detour = distance[at / nodes * nodes + k] + distance[k * nodes + at % nodes];
                distance[at] = distance[at].min(detour);
            }
        }
        self.equal(&self.buffer("floydWarshallPass", "pathDistanceBuffer"), &distance);
    }

    fn sorted(&self, kernel: &str, buffer: &str) {
        let mut expected = self.first_copy();
        expected.sort_unstable();
        let descends = kernel == "bitonicSort" && self.number(kernel, "direction") == 0;
        if descends {
            expected.reverse();
        }
        self.equal(&self.buffer(kernel, buffer), &expected);
    }

    fn walsh(&self) {
        let mut expected = floats(&self.first_copy());
        let mut stride = 1;
        while stride < expected.len() {
            for at in (0..expected.len()).filter(|at| at & stride == 0) {
                let (left, right) = (expected[at], expected[at + stride]);
                (expected[at], expected[at + stride]) = (left + right, left - right);
            }
            stride *= 2;
        }
        self.near(&self.floats("fastWalshTransform", "tArray"), &expected, 1e-6);
    }

    fn transposed(&self) {
        let kernel = "matrixTranspose";
        let (width, height) = (self.number(kernel, "width"), self.number(kernel, "height"));
        let input = self.buffer(kernel, "input");
        let expected: Vec<u32> =
            (0..width * height).map(|at| input[at % height * width + at / height]).collect();
        self.equal(&self.buffer(kernel, "output"), &expected);
    }

    /// The product of two square matrices.
    pub fn product(&self, kernel: &str) {
        let side = self.number(kernel, "widthA");
        let (a, b) = (self.floats(kernel, "matrixA"), self.floats(kernel, "matrixB"));
        let element =
            |at: usize| (0..side).map(|k| a[at / side * side + k] * b[k * side + at % side]).sum::<f64>();
        let expected: Vec<f64> = (0..side * side).map(element).collect();
        self.near(&self.floats(kernel, "matrixC"), &expected, 1e-5);
    }

    fn sums(&self) {
        let (input, output) = (self.buffer("reduce", "input"), self.buffer("reduce", "output"));
        // A work-group adds as many vectors of four as it has a share of the input.
        let groups = output.len() / 4;
        let expected: Vec<u32> = input
            .chunks(input.len() / groups)
            .flat_map(|part| [0, 1, 2, 3].map(|at| part.iter().skip(at).step_by(4).sum()))
            .collect();
        self.equal(&output, &expected);
    }

    fn scanned(&self) {
        let input = self.floats("ScanLargeArrays", "input");
        let mut expected = vec![0.0; input.len()];
        for at in 1..input.len() {
            expected[at] = expected[at - 1] + input[at - 1];
        }
        self.near(&self.floats("blockAddition", "output"), &expected, 1e-5);
    }

    fn options(&self) {
        let kernel = "binomial_options";
        let steps = self.number(kernel, "numSteps");
        let price = |part: f64| {
            let between = |low: f64, high: f64| low * (1.0 - part) + high * part;
            let (stock, strike, years) = (between(5.0, 30.0), between(1.0, 100.0), between(0.25, 10.0));
            let step = years / steps as f64;
            let (growth, up) = ((0.02 * step).exp(), (0.30 * step.sqrt()).exp());
            let chance = (growth - 1.0 / up) / (up - 1.0 / up);
            let leaf = |n: usize| (stock * up.powi(2 * n as i32 - steps as i32) - strike).max(0.0);
            let mut values: Vec<f64> = (0..=steps).map(leaf).collect();
            for left in (0..steps).rev() {
                for n in 0..=left {
                    // AMD's program gives the chance of a rise to the lower node.
                    values[n] = (chance * values[n] + (1.0 - chance) * values[n + 1]) / growth;
                }
            }
            values[0]
        };
        let expected: Vec<f64> = self.floats(kernel, "randArray").into_iter().map(price).collect();
        self.near(&self.floats(kernel, "output"), &expected, 1e-4);
    }
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect()
}

fn floats(words: &[u32]) -> Vec<f64> {
    words.iter().map(|&bits| f64::from(f32::from_bits(bits))).collect()
}

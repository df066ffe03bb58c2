//! Executable graphs: nodes in the order in which launches execute them.

use super::{Graphs, NodeWork, same_kind};
use crate::error::{Code, Error};
use crate::runtime::{Operation, Runtime};
use std::collections::{BTreeMap, BTreeSet};

/// Flag of an executable graph: memory that the last launch left is freed by the next.
const FREE_ON_LAUNCH: u64 = 1;

/// A node of an executable graph.
#[derive(Clone, Debug)]
pub(super) struct ExecutableNode {
    /// The node that it was made from.
    node: u64,
    pub(super) operation: Operation,
    kind: u32,
    /// Places of the nodes that it depends on in the graph it was made from.
    dependencies: Vec<usize>,
    enabled: bool,
}

/// A graph that can be launched: nodes in the order in which they are executed.
#[derive(Clone, Debug)]
pub struct Executable {
    pub(super) nodes: Vec<ExecutableNode>,
    /// Flags with which it was made.
    pub flags: u64,
}

impl Graphs {
    /// Nodes of a graph and of those in it, in the order in which they are executed.
    fn flatten(&self, graph: u64) -> Result<Vec<ExecutableNode>, Error> {
        let nodes = &self.graphs.get(graph)?.nodes;
        let place: BTreeMap<u64, usize> = nodes.iter().enumerate().map(|(i, &node)| (node, i)).collect();
        let mut dependencies = Vec::new();
        for &node in nodes {
            let of = &self.nodes.get(node)?.dependencies;
            dependencies.push(of.iter().filter_map(|d| place.get(d).copied()).collect::<Vec<_>>());
        }
        let order = topological_order(&dependencies)
            .ok_or_else(|| Error::new(Code::InvalidValue, "the dependencies of the graph are a cycle"))?;
        let mut flat = Vec::new();
        for i in order {
            let (node, dependencies) = (nodes[i], dependencies[i].clone());
            match &self.nodes.get(node)?.work {
                NodeWork::Operation(operation) => {
                    let kind = NodeWork::Operation(operation.clone()).kind();
                    let operation = operation.clone();
                    flat.push(ExecutableNode { node, operation, kind, dependencies, enabled: true });
                }
                NodeWork::Graph(child) => {
                    let operation = Operation::Nothing;
                    flat.push(ExecutableNode { node, operation, kind: 4, dependencies, enabled: true });
                    flat.extend(self.flatten(*child)?);
                }
            }
        }
        Ok(flat)
    }

    /// Makes a graph that can be launched.
    ///
    /// # Errors
    /// If the graph does not exist or has a cycle.
    pub fn instantiate(&mut self, graph: u64, flags: u64) -> Result<u64, Error> {
        let nodes = self.flatten(graph)?;
        Ok(self.executables.insert(Executable { nodes, flags }))
    }

    pub fn executable(&self, executable: u64) -> Result<&Executable, Error> {
        self.executables.get(executable)
    }

    pub fn destroy_executable(&mut self, executable: u64) -> Result<(), Error> {
        self.executables.remove(executable).map(|_| ())
    }

    /// Gives an executable graph the parameters of a graph of the same structure. Returns the number of CUDA's
    /// `cudaGraphExecUpdateResult`, and the node that differs.
    pub fn update(&mut self, executable: u64, graph: u64) -> Result<(u32, u64), Error> {
        let new = self.flatten(graph)?;
        let old = &mut self.executables.get_mut(executable)?.nodes;
        if old.len() != new.len() {
            return Ok((2, 0));
        }
        for (old, new) in old.iter().zip(&new) {
            if old.kind != new.kind {
                return Ok((3, new.node));
            }
            if old.dependencies != new.dependencies {
                return Ok((2, new.node));
            }
        }
        for (old, new) in old.iter_mut().zip(new) {
            old.operation = new.operation;
        }
        Ok((0, 0))
    }

    fn executable_node(&mut self, executable: u64, node: u64) -> Result<&mut ExecutableNode, Error> {
        let wrong = || Error::new(Code::InvalidValue, "the executable graph was not made from the node");
        self.executables.get_mut(executable)?.nodes.iter_mut().find(|n| n.node == node).ok_or_else(wrong)
    }

    /// Changes the operation of a node of an executable graph.
    ///
    /// # Errors
    /// If the node is not in it or is of another kind.
    pub fn set_executable(&mut self, executable: u64, node: u64, operation: Operation) -> Result<(), Error> {
        let node = self.executable_node(executable, node)?;
        same_kind(node.kind, NodeWork::Operation(operation.clone()).kind())?;
        node.operation = operation;
        Ok(())
    }

    /// Changes the graph that is a node of an executable graph.
    pub fn set_child(&mut self, executable: u64, node: u64, graph: u64) -> Result<(), Error> {
        let new = self.flatten(graph)?;
        let differs = || Error::new(Code::InvalidValue, "the graph differs in its structure");
        let nodes = &mut self.executables.get_mut(executable)?.nodes;
        let at = nodes.iter().position(|n| n.node == node && n.kind == 4).ok_or_else(differs)? + 1;
        let old = nodes.get_mut(at..at + new.len()).ok_or_else(differs)?;
        if old.iter().zip(&new).any(|(old, new)| old.kind != new.kind) {
            return Err(differs());
        }
        old.iter_mut().zip(new).for_each(|(old, new)| old.operation = new.operation);
        Ok(())
    }

    /// Whether launches execute a node of an executable graph, to be read or changed.
    pub fn enabled(&mut self, executable: u64, node: u64) -> Result<&mut bool, Error> {
        self.executable_node(executable, node).map(|node| &mut node.enabled)
    }
}

/// The order of nodes in which each comes after those it depends on; among nodes that could be next, the first made. None for a
/// cycle.
fn topological_order(dependencies: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut open: Vec<usize> = dependencies.iter().map(Vec::len).collect();
    let mut dependents = vec![Vec::new(); dependencies.len()];
    for (node, of) in dependencies.iter().enumerate() {
        of.iter().for_each(|&dependency| dependents[dependency].push(node));
    }
    let mut ready: BTreeSet<usize> = (0..open.len()).filter(|&node| open[node] == 0).collect();
    let mut order = Vec::new();
    while let Some(node) = ready.pop_first() {
        order.push(node);
        for &dependent in &dependents[node] {
            open[dependent] -= 1;
            if open[dependent] == 0 {
                ready.insert(dependent);
            }
        }
    }
    (order.len() == dependencies.len()).then_some(order)
}

impl Runtime {
    /// What a launch of an executable graph does, in order.
    ///
    /// # Errors
    /// If it does not exist, or its memory from the last launch is not freed.
    pub fn graph_operations(&self, executable: u64) -> Result<Vec<Operation>, Error> {
        let executable = self.graphs.executable(executable)?;
        let enabled = executable.nodes.iter().filter(|node| node.enabled);
        let operations: Vec<Operation> = enabled.map(|node| node.operation.clone()).collect();
        let mut all = Vec::new();
        for operation in &operations {
            if let Operation::Allocate { address, .. } = operation
                && self.memory.kernel.allocation_at(*address).is_some()
            {
                if executable.flags & FREE_ON_LAUNCH == 0 {
                    let why = "memory that the last launch of the graph allocated is not freed";
                    return Err(Error::new(Code::InvalidValue, why));
                }
                all.push(Operation::Free(*address));
            }
        }
        all.extend(operations);
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_come_first_and_equals_in_the_order_in_which_they_were_made() {
        assert_eq!(topological_order(&[vec![], vec![], vec![]]), Some(vec![0, 1, 2]));
        assert_eq!(topological_order(&[vec![3], vec![], vec![1], vec![]]), Some(vec![1, 2, 3, 0]));
        assert_eq!(topological_order(&[vec![1], vec![0]]), None);
        assert_eq!(topological_order(&[vec![0]]), None);
        assert_eq!(topological_order(&[]), Some(vec![]));
    }
}

//! Graphs: operations with dependencies, which a program builds node by node or captures from streams.
//!
//! A launch executes the nodes one after the other in a topological order.

mod executable;
mod memory;

pub use executable::Executable;
pub use memory::GraphMemory;

use super::operation::{HostCall, Operation};
use crate::error::{Code, Error};
use crate::handles::Handles;
use std::collections::BTreeMap;

/// Work of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NodeWork {
    Operation(Operation),
    /// All nodes of another graph, which the node owns.
    Graph(u64),
}

impl NodeWork {
    /// Number of CUDA's `cudaGraphNodeType`.
    pub fn kind(&self) -> u32 {
        match self {
            NodeWork::Operation(Operation::Launch(_)) => 0,
            NodeWork::Operation(Operation::Copy(_)) => 1,
            NodeWork::Operation(Operation::Fill(_)) => 2,
            NodeWork::Operation(Operation::Call(_)) => 3,
            NodeWork::Graph(_) => 4,
            NodeWork::Operation(Operation::Nothing) => 5,
            NodeWork::Operation(Operation::Wait(_)) => 6,
            NodeWork::Operation(Operation::Record(_)) => 7,
            NodeWork::Operation(Operation::Allocate { .. }) => 10,
            NodeWork::Operation(Operation::Free(_)) => 11,
        }
    }
}

/// A node of a graph.
#[derive(Clone, Debug)]
pub struct Node {
    pub graph: u64,
    pub work: NodeWork,
    /// Nodes that must be done before.
    pub dependencies: Vec<u64>,
    /// The node of which this one is a clone.
    original: Option<u64>,
    /// Arguments as the program was shown them: an array of pointers, and the bytes that they point to.
    shown: Vec<u64>,
}

/// A graph.
#[derive(Clone, Debug, Default)]
struct Graph {
    /// Nodes in the order in which they were made.
    nodes: Vec<u64>,
    /// References to objects of the program.
    objects: BTreeMap<u64, u64>,
}

/// An object of the program that graphs keep alive.
#[derive(Clone, Copy, Debug)]
struct UserObject {
    destroy: HostCall,
    references: u64,
}

/// Graphs, their nodes and executable graphs by handle.
#[derive(Debug)]
pub struct Graphs {
    graphs: Handles<Graph>,
    nodes: Handles<Node>,
    executables: Handles<Executable>,
    objects: Handles<UserObject>,
    /// Addresses and bytes of memory that nodes allocate.
    allocations: BTreeMap<u64, u64>,
    /// Use of that memory.
    pub memory: GraphMemory,
}

impl Graphs {
    pub fn new() -> Graphs {
        Graphs {
            graphs: Handles::new("a graph", 7),
            nodes: Handles::new("a node of a graph", 8),
            executables: Handles::new("an executable graph", 9),
            objects: Handles::new("a user object", 10),
            allocations: BTreeMap::new(),
            memory: GraphMemory::default(),
        }
    }

    /// Makes an empty graph.
    pub fn create(&mut self) -> u64 {
        self.graphs.insert(Graph::default())
    }

    /// Destroys a graph with its nodes and returns the calls that destroy objects of the program.
    pub fn destroy(&mut self, graph: u64) -> Result<Vec<HostCall>, Error> {
        let Graph { nodes, objects } = self.graphs.remove(graph)?;
        let mut calls = Vec::new();
        for node in nodes {
            if let NodeWork::Graph(child) = self.nodes.remove(node)?.work {
                calls.extend(self.destroy(child)?);
            }
        }
        for (object, count) in objects {
            calls.extend(self.release_object(object, count)?);
        }
        Ok(calls)
    }

    /// Adds a node to a graph.
    ///
    /// # Errors
    /// If the graph or a dependency does not exist, or the dependency is in another graph.
    pub fn add(&mut self, graph: u64, dependencies: &[u64], work: NodeWork) -> Result<u64, Error> {
        self.graphs.get(graph)?;
        for &dependency in dependencies {
            self.check_in(dependency, graph)?;
        }
        let dependencies = dependencies.to_vec();
        let node = self.nodes.insert(Node { graph, work, dependencies, original: None, shown: Vec::new() });
        self.graphs.get_mut(graph)?.nodes.push(node);
        Ok(node)
    }

    fn check_in(&self, node: u64, graph: u64) -> Result<(), Error> {
        match self.nodes.get(node)?.graph == graph {
            true => Ok(()),
            false => Err(Error::new(Code::InvalidValue, "the nodes are in different graphs")),
        }
    }

    pub fn remove(&mut self, node: u64) -> Result<Vec<HostCall>, Error> {
        let removed = self.nodes.remove(node)?;
        self.graphs.get_mut(removed.graph)?.nodes.retain(|&other| other != node);
        for other in self.graphs.get(removed.graph)?.nodes.clone() {
            self.nodes.get_mut(other)?.dependencies.retain(|&dependency| dependency != node);
        }
        match removed.work {
            NodeWork::Graph(child) => self.destroy(child),
            NodeWork::Operation(_) => Ok(Vec::new()),
        }
    }

    /// Makes a node depend on another, or no longer.
    pub fn depend(&mut self, graph: u64, from: u64, to: u64, add: bool) -> Result<(), Error> {
        self.check_in(from, graph)?;
        self.check_in(to, graph)?;
        let dependencies = &mut self.nodes.get_mut(to)?.dependencies;
        match (add, dependencies.contains(&from)) {
            (true, false) if from != to => dependencies.push(from),
            (false, true) => dependencies.retain(|&other| other != from),
            _ => {
                return Err(Error::new(
                    Code::InvalidValue,
                    "the dependency is there already, or is not there",
                ));
            }
        }
        Ok(())
    }

    /// Nodes of a graph in the order in which they were made.
    pub fn nodes(&self, graph: u64) -> Result<&[u64], Error> {
        Ok(&self.graphs.get(graph)?.nodes)
    }

    pub fn node(&self, node: u64) -> Result<&Node, Error> {
        self.nodes.get(node)
    }

    /// The operation of a node.
    ///
    /// # Errors
    /// If it does not exist or is a graph.
    pub fn operation(&self, node: u64) -> Result<&Operation, Error> {
        match &self.nodes.get(node)?.work {
            NodeWork::Operation(operation) => Ok(operation),
            NodeWork::Graph(_) => Err(Error::new(Code::InvalidValue, "the node is a graph")),
        }
    }

    /// Changes the operation of a node, which stays of its kind.
    ///
    /// # Errors
    /// If the node does not exist or is of another kind.
    pub fn set_operation(&mut self, node: u64, operation: Operation) -> Result<(), Error> {
        let node = self.nodes.get_mut(node)?;
        let work = NodeWork::Operation(operation);
        same_kind(node.work.kind(), work.kind())?;
        node.work = work;
        Ok(())
    }

    /// Lays out the arguments of a kernel for the program to read and returns the address of the array of pointers to them. It stays
    /// until the node is asked again or destroyed.
    pub fn show_arguments(&mut self, node: u64, arguments: &[Vec<u8>]) -> Result<u64, Error> {
        let words = |argument: &Vec<u8>| argument.len().div_ceil(8).max(1);
        let count = arguments.len();
        let mut shown = vec![0; count + arguments.iter().map(words).sum::<usize>()];
        let base = shown.as_ptr() as u64;
        let mut next = count;
        for (i, argument) in arguments.iter().enumerate() {
            shown[i] = base + 8 * next as u64;
            for (word, bytes) in shown[next..].iter_mut().zip(argument.chunks(8)) {
                let mut whole = [0; 8];
                whole[..bytes.len()].copy_from_slice(bytes);
                *word = u64::from_le_bytes(whole);
            }
            next += words(argument);
        }
        self.nodes.get_mut(node)?.shown = shown;
        Ok(base)
    }

    /// Clones a graph with the graphs in it.
    pub fn duplicate(&mut self, graph: u64) -> Result<u64, Error> {
        let Graph { nodes, objects } = self.graphs.get(graph)?.clone();
        let copy = self.create();
        let mut copies = BTreeMap::new();
        for &node in &nodes {
            let mut work = self.nodes.get(node)?.work.clone();
            if let NodeWork::Graph(child) = work {
                work = NodeWork::Graph(self.duplicate(child)?);
            }
            let made = self.add(copy, &[], work)?;
            self.nodes.get_mut(made)?.original = Some(node);
            copies.insert(node, made);
        }
        // A node can depend on one that was made after it.
        for &node in &nodes {
            let dependencies = &self.nodes.get(node)?.dependencies;
            let dependencies = dependencies.iter().filter_map(|d| copies.get(d).copied()).collect();
            self.nodes.get_mut(copies[&node])?.dependencies = dependencies;
        }
        for (object, count) in objects {
            self.retain_object(object, count)?;
            self.graphs.get_mut(copy)?.objects.insert(object, count);
        }
        Ok(copy)
    }

    pub fn find_in_clone(&self, node: u64, graph: u64) -> Result<u64, Error> {
        let is_clone = |&&other: &&u64| self.nodes.get(other).is_ok_and(|other| other.original == Some(node));
        let found = self.nodes(graph)?.iter().find(is_clone).copied();
        found.ok_or_else(|| Error::new(Code::InvalidValue, "the graph has no clone of the node"))
    }

    /// Makes an object of the program with references to it.
    pub fn create_object(&mut self, destroy: HostCall, references: u64) -> u64 {
        self.objects.insert(UserObject { destroy, references })
    }

    /// Adds references to an object of the program.
    pub fn retain_object(&mut self, object: u64, count: u64) -> Result<(), Error> {
        self.objects.get_mut(object)?.references += count;
        Ok(())
    }

    /// Releases references to an object of the program. With the last, the call that destroys it is returned.
    ///
    /// # Errors
    /// If it does not exist or has fewer references.
    pub fn release_object(&mut self, object: u64, count: u64) -> Result<Option<HostCall>, Error> {
        let held = self.objects.get_mut(object)?;
        let few = || Error::new(Code::InvalidValue, format!("the object does not have {count} references"));
        held.references = held.references.checked_sub(count).ok_or_else(few)?;
        match held.references {
            0 => Ok(Some(self.objects.remove(object)?.destroy)),
            _ => Ok(None),
        }
    }

    /// Makes a graph keep an object of the program. `moved` takes the references from the caller.
    pub fn keep_object(&mut self, graph: u64, object: u64, count: u64, moved: bool) -> Result<(), Error> {
        self.graphs.get(graph)?;
        self.retain_object(object, if moved { 0 } else { count })?;
        *self.graphs.get_mut(graph)?.objects.entry(object).or_default() += count;
        Ok(())
    }

    /// Makes a graph release an object of the program.
    pub fn drop_object(&mut self, graph: u64, object: u64, count: u64) -> Result<Option<HostCall>, Error> {
        let few = || Error::new(Code::InvalidValue, "the graph does not keep the object");
        let held = self.graphs.get_mut(graph)?.objects.get_mut(&object).ok_or_else(few)?;
        *held = held.checked_sub(count).ok_or_else(few)?;
        self.release_object(object, count)
    }
}

impl Default for Graphs {
    fn default() -> Graphs {
        Graphs::new()
    }
}

fn same_kind(old: u32, new: u32) -> Result<(), Error> {
    match old == new {
        true => Ok(()),
        false => Err(Error::new(Code::InvalidValue, "the node is of another kind")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_and_updates_keep_the_structure() {
        let mut graphs = Graphs::new();
        let record = |event| NodeWork::Operation(Operation::Record(event));
        let graph = graphs.create();
        let first = graphs.add(graph, &[], record(1)).unwrap();
        let second = graphs.add(graph, &[first], record(2)).unwrap();
        let executable = graphs.instantiate(graph, 0).unwrap();
        let copy = graphs.duplicate(graph).unwrap();
        let clone = graphs.find_in_clone(second, copy).unwrap();
        graphs.set_operation(clone, Operation::Record(3)).unwrap();
        assert_eq!(graphs.update(executable, copy).unwrap().0, 0);
        let operations = |graphs: &Graphs| -> Vec<Operation> {
            graphs.executable(executable).unwrap().nodes.iter().map(|n| n.operation.clone()).collect()
        };
        assert_eq!(operations(&graphs), [Operation::Record(1), Operation::Record(3)]);
        assert!(graphs.set_operation(clone, Operation::Nothing).is_err(), "the kind stays");
        graphs.add(copy, &[clone], record(4)).unwrap();
        assert_eq!(graphs.update(executable, copy).unwrap().0, 2);
        assert!(graphs.add(graph, &[clone], record(5)).is_err(), "the dependency is in another graph");
        graphs.destroy(graph).unwrap();
        assert!(graphs.node(first).is_err());
        assert_eq!(operations(&graphs).len(), 2, "an executable graph outlives its graph");
    }

    #[test]
    fn shown_arguments_are_pointers_to_their_bytes() {
        let mut graphs = Graphs::new();
        let graph = graphs.create();
        let node = graphs.add(graph, &[], NodeWork::Operation(Operation::Nothing)).unwrap();
        let arguments = [vec![1, 2, 3, 4], (0..12).collect(), vec![]];
        let list = crate::host::HostPtr(graphs.show_arguments(node, &arguments).unwrap() as usize);
        for (i, argument) in arguments.iter().enumerate() {
            let at = list.offset(8 * i).unwrap().read_pointer().unwrap();
            assert_eq!(&at.read(argument.len()).unwrap(), argument);
        }
    }

    #[test]
    fn the_last_reference_to_an_object_destroys_it() {
        use crate::host::HostPtr;
        let mut graphs = Graphs::new();
        let destroy = HostCall { function: HostPtr(1), data: HostPtr(2), stream: None };
        let object = graphs.create_object(destroy, 1);
        let graph = graphs.create();
        graphs.keep_object(graph, object, 1, true).unwrap();
        let copy = graphs.duplicate(graph).unwrap();
        assert_eq!(graphs.destroy(graph).unwrap(), []);
        assert_eq!(graphs.destroy(copy).unwrap(), [destroy]);
    }
}

//! Texts of source files.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use warploom_suite::application;

/// The lines of a file.
pub type SourceText = Rc<[String]>;

/// Finds and keeps the sources of a workload.
pub struct Sources {
    /// The sources of a suite workload: its application's name and text.
    suite: Option<(&'static str, &'static str)>,
    directories: Vec<PathBuf>,
    known: RefCell<BTreeMap<String, Option<SourceText>>>,
}

impl Sources {
    /// The sources of a workload, in `directory` or beside it.
    pub fn new(work: &Path, directory: Option<&Path>) -> Sources {
        let name = work.to_str().unwrap_or_default();
        let head = name.split('/').next().unwrap_or(name);
        let suite = application(head).filter(|_| !work.exists()).map(|found| (found.name, found.source));
        let beside = if work.is_dir() { Some(work) } else { work.parent() };
        let directories = directory.into_iter().chain(beside).map(Path::to_owned).collect();
        Sources { suite, directories, known: RefCell::default() }
    }

    /// The text of a file: where the compiler found it, or else a file of its name in one of the directories. None if there is none.
    pub fn text(&self, file: &str) -> Option<SourceText> {
        if let Some(known) = self.known.borrow().get(file) {
            return known.clone();
        }
        let text = self.read(file).map(|text| text.lines().map(str::to_owned).collect::<Rc<[String]>>());
        self.known.borrow_mut().insert(file.to_owned(), text.clone());
        text
    }

    fn read(&self, file: &str) -> Option<String> {
        let path = Path::new(file);
        let name = path.file_name()?;
        if let Some((application, text)) = self.suite
            && path.file_stem().is_some_and(|stem| stem == application)
        {
            return Some(text.to_owned());
        }
        let given =
            self.directories.iter().flat_map(|directory| [directory.join(path), directory.join(name)]);
        let found = given.chain([path.to_owned()]).find(|path| path.is_file())?;
        String::from_utf8(std::fs::read(found).ok()?).ok()
    }
}

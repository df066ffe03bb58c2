//! Module scope: headers, variables, functions.

use super::Parser;
use crate::names::did_you_mean;
use crate::ptx::ast::{Function, Init, Item, Linkage, Module, Name, Prototype, Space, Variable};
use crate::ptx::error::{Error, ErrorKind};
use crate::ptx::isa::Mod;
use crate::ptx::lex::Token;

/// Performance directives of a function, and the maximum number of arguments of each.
const TUNING: &[&str] = &[".maxntid", ".reqntid", ".minnctapersm", ".maxnctapersm", ".maxnreg"];

const DIRECTIVES: &[&str] = &[
    ".version",
    ".target",
    ".address_size",
    ".visible",
    ".extern",
    ".weak",
    ".common",
    ".entry",
    ".func",
    ".global",
    ".const",
    ".shared",
    ".reg",
    ".local",
    ".param",
    ".file",
    ".section",
    ".pragma",
    ".alias",
];

impl Parser<'_> {
    pub(super) fn module(&mut self) -> Result<Module, Error> {
        let version = self.version()?;
        if !self.eat_dot(".target") {
            return self.wanted("`.target`");
        }
        let span = self.span();
        let target = self.list(|p| Ok(p.name("a target such as `sm_75`")?.text))?;
        let number = target[0].strip_prefix("sm_").unwrap_or_default();
        if !number.starts_with(|c: char| c.is_ascii_digit()) {
            let kind =
                ErrorKind::Unsupported { what: target[0].clone(), why: "a target is `sm_` and a number" };
            return self.fail(kind, span);
        }
        if self.eat_dot(".address_size") {
            let span = self.span();
            if self.int("32 or 64")? != 64 {
                let what = ErrorKind::Unsupported {
                    what: ".address_size 32".to_owned(),
                    why: "addresses are 64 bits wide",
                };
                return Err(Error::new(what, span, self.source).help("compile for a 64-bit target"));
            }
        }
        let mut items = Vec::new();
        while self.peek() != Token::End {
            if !self.eat(';') {
                items.append(&mut self.item()?);
            }
        }
        Ok(Module { version, target, items })
    }

    fn version(&mut self) -> Result<(u32, u32), Error> {
        if !self.eat_dot(".version") {
            let Err(error) = self.wanted::<()>("`.version`") else { unreachable!("wanted always fails") };
            return Err(error.help("a PTX file starts with `.version`, `.target` and `.address_size`"));
        }
        let (span, text) = (self.span(), self.text());
        let parts = text.split_once('.').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let Some(version) = parts else { return self.wanted("a version such as `8.0`") };
        self.advance();
        if !(4..=9).contains(&version.0) {
            let what = ErrorKind::Unsupported {
                what: format!(".version {text}"),
                why: "supported versions are 4.0 to 9.x",
            };
            return self.fail(what, span);
        }
        Ok(version)
    }

    fn item(&mut self) -> Result<Vec<Item>, Error> {
        if self.peek() != Token::Dot {
            return self.wanted("a directive");
        }
        match self.text() {
            ".file" => {
                self.advance();
                let index = self.int("the file's number")?;
                let name = self.string("the file's name")?;
                let mut rest = Vec::new();
                while self.eat(',') {
                    rest.push(self.int("a number")?);
                }
                Ok(vec![Item::File { index, name, rest }])
            }
            ".section" => Ok(vec![self.section()?]),
            ".pragma" => Ok(vec![Item::Pragma(self.pragma()?)]),
            ".alias" => {
                self.advance();
                let a = self.name("a function")?;
                self.expect(',')?;
                let b = self.name("a function")?;
                self.expect(';')?;
                Ok(vec![Item::Alias(a, b)])
            }
            _ => self.declaration(),
        }
    }

    /// `.pragma "a", "b";`
    pub(super) fn pragma(&mut self) -> Result<Vec<String>, Error> {
        self.advance();
        let all = self.list(|p| p.string("a pragma in quotes"))?;
        self.expect(';')?;
        Ok(all)
    }

    /// Debug data, kept verbatim.
    fn section(&mut self) -> Result<Item, Error> {
        let start = self.span();
        while !self.is('{') {
            if self.peek() == Token::End {
                return self.wanted("`{`");
            }
            self.advance();
        }
        self.advance();
        while !self.is('}') {
            if self.peek() == Token::End {
                return self.wanted("`}`");
            }
            self.advance();
        }
        let text = self.source[start.to(self.span()).range()].to_owned();
        self.advance();
        Ok(Item::Section(text))
    }

    fn declaration(&mut self) -> Result<Vec<Item>, Error> {
        let mut linkage = None;
        loop {
            linkage = Some(match self.text() {
                ".visible" => Linkage::Visible,
                ".extern" => Linkage::Extern,
                ".weak" => Linkage::Weak,
                ".common" => Linkage::Common,
                _ => break,
            });
            self.advance();
        }
        match self.text() {
            ".entry" | ".func" => {
                let is_kernel = self.text() == ".entry";
                self.advance();
                Ok(vec![Item::Function(self.function(linkage, is_kernel)?)])
            }
            _ => Ok(self.variables(linkage)?.into_iter().map(Item::Variable).collect()),
        }
    }

    fn function(&mut self, linkage: Option<Linkage>, is_kernel: bool) -> Result<Function, Error> {
        if self.eat_dot(".attribute") {
            self.attribute()?;
        }
        let returns = if !is_kernel && self.is('(') { self.parameters()? } else { Vec::new() };
        let name = self.name("the function's name")?;
        let params = if self.is('(') { self.parameters()? } else { Vec::new() };
        let mut function = Function {
            linkage,
            is_kernel,
            returns,
            name,
            params,
            noreturn: false,
            tuning: Vec::new(),
            body: None,
        };
        while self.peek() == Token::Dot {
            let directive = self.text();
            if directive == ".noreturn" {
                function.noreturn = true;
                self.advance();
            } else if TUNING.contains(&directive) {
                self.advance();
                let numbers = self.list(|p| p.int("a number"))?;
                function.tuning.push((directive.to_owned(), numbers));
            } else if directive == ".pragma" {
                self.pragma()?;
            } else if matches!(directive, ".reqnctapercluster" | ".explicitcluster" | ".maxclusterrank") {
                function
                    .tuning
                    .push((directive.to_owned(), self.cluster(directive == ".reqnctapercluster")?));
            } else {
                return self.no_directive(TUNING);
            }
        }
        if !self.eat(';') {
            function.body = Some(self.block()?);
        }
        Ok(function)
    }

    /// `(results) _ (parameters) .noreturn`.
    pub(super) fn prototype(&mut self) -> Result<Prototype, Error> {
        let returns = if self.is('(') { self.parameters()? } else { Vec::new() };
        self.name("`_`")?;
        let params = if self.is('(') { self.parameters()? } else { Vec::new() };
        let noreturn = self.eat_dot(".noreturn");
        Ok(Prototype { returns, params, noreturn })
    }

    /// A directive of clusters and its numbers. A cluster of more than one CTA is refused if `required`.
    fn cluster(&mut self, required: bool) -> Result<Vec<u64>, Error> {
        let (span, what) = (self.span(), self.text().to_owned());
        self.advance();
        let numbers = match self.peek() {
            Token::Int(_) => self.list(|p| p.int("a number"))?,
            _ => Vec::new(),
        };
        if required && numbers.iter().any(|&n| n != 1) {
            let why = "thread-block clusters of more than one CTA are not modelled";
            return self.fail(ErrorKind::Unsupported { what, why }, span);
        }
        Ok(numbers)
    }

    fn parameters(&mut self) -> Result<Vec<Variable>, Error> {
        self.expect('(')?;
        if self.eat(')') {
            return Ok(Vec::new());
        }
        let all = self.list(|p| p.variable(None))?;
        self.expect(')')?;
        Ok(all)
    }

    /// `.reg .b32 a, b;`: one variable per name.
    pub(super) fn variables(&mut self, linkage: Option<Linkage>) -> Result<Vec<Variable>, Error> {
        let first = self.variable(linkage)?;
        let mut all = vec![first];
        while self.eat(',') {
            let mut next = all[0].clone();
            self.declarator(&mut next)?;
            all.push(next);
        }
        self.expect(';')?;
        Ok(all)
    }

    /// A declaration without its final `;`.
    fn variable(&mut self, linkage: Option<Linkage>) -> Result<Variable, Error> {
        let Some(space) = self.space() else { return self.no_directive(DIRECTIVES) };
        let (mut attribute, mut align, mut vector, mut pointer, mut ty) = (None, None, None, None, None);
        while self.peek() == Token::Dot {
            let text = self.text();
            match text {
                ".align" => {
                    self.advance();
                    align = Some(self.alignment()?);
                }
                ".attribute" => {
                    self.advance();
                    attribute = Some(self.attribute()?);
                }
                ".v2" | ".v4" => {
                    vector = Mod::from_text(&text[1..]);
                    self.advance();
                }
                ".ptr" => {
                    self.advance();
                    let to = self.space();
                    let align = if self.eat_dot(".align") { Some(self.alignment()?) } else { None };
                    pointer = Some((to, align));
                }
                ".samplerref" => return self.no_directive(&[]),
                ".texref" | ".surfref" if space != Space::Global => return self.no_directive(&[]),
                _ => match Mod::from_text(&text[1..]).filter(|m| m.is_type()) {
                    Some(t) if ty.is_none() => {
                        ty = Some(t);
                        self.advance();
                    }
                    _ => {
                        return self
                            .no_directive(&[".align", ".v2", ".v4", ".b8", ".b32", ".b64", ".f32", ".f64"]);
                    }
                },
            }
        }
        let Some(ty) = ty else { return self.wanted("a type such as `.b32`") };
        let name = Name { text: String::new(), span: self.span() };
        let mut variable = Variable {
            linkage,
            space,
            attribute,
            align,
            vector,
            ty,
            pointer,
            name,
            count: None,
            dims: Vec::new(),
            init: None,
        };
        self.declarator(&mut variable)?;
        if matches!(ty, Mod::Texref | Mod::Surfref) && variable.init.is_some() {
            let kind = ErrorKind::Unsupported {
                what: format!(".{ty}"),
                why: "references cannot have an initial value; bind a texture or surface object",
            };
            return self.fail(kind, variable.name.span);
        }
        Ok(variable)
    }

    /// The declarator of one variable: name, `<count>`, `[dims]`, `= value`.
    fn declarator(&mut self, variable: &mut Variable) -> Result<(), Error> {
        variable.name = self.name("a name")?;
        variable.count = None;
        if self.eat('<') {
            variable.count = Some(self.int("how many registers")?);
            self.expect('>')?;
        }
        variable.dims.clear();
        while self.eat('[') {
            let dim = if self.is(']') { None } else { Some(self.int("how many elements")?) };
            variable.dims.push(dim);
            self.expect(']')?;
        }
        variable.init = if self.eat('=') { Some(self.init()?) } else { None };
        Ok(())
    }

    fn alignment(&mut self) -> Result<u64, Error> {
        let span = self.span();
        let align = self.int("an alignment in bytes")?;
        if !align.is_power_of_two() || align > 1 << 20 {
            return self
                .fail(ErrorKind::Limit(format!("{align} is not an alignment: use a power of two")), span);
        }
        Ok(align)
    }

    /// The state space at the current token, if there is one.
    pub(super) fn space(&mut self) -> Option<Space> {
        if self.peek() != Token::Dot {
            return None;
        }
        let space = match self.text() {
            ".reg" => Space::Reg,
            ".const" => Space::Const,
            ".global" => Space::Global,
            ".local" => Space::Local,
            ".param" => Space::Param,
            ".shared" => Space::Shared,
            _ => return None,
        };
        self.advance();
        Some(space)
    }

    fn attribute(&mut self) -> Result<String, Error> {
        self.expect('(')?;
        let start = self.span();
        let mut end = start;
        while !self.is(')') {
            if self.peek() == Token::End {
                return self.wanted("`)`");
            }
            end = self.span();
            self.advance();
        }
        self.advance();
        Ok(self.source[start.to(end).range()].to_owned())
    }

    fn init(&mut self) -> Result<Init, Error> {
        if self.eat('{') {
            return self.deeper(|p| {
                if p.eat('}') {
                    return Ok(Init::List(Vec::new()));
                }
                let all = p.list(Self::init)?;
                p.expect('}')?;
                Ok(Init::List(all))
            });
        }
        let negative = self.eat('-');
        let value = match self.peek() {
            Token::Int(mask) if self.peek_at(1) == Token::Punct('(') && !negative => {
                self.advance();
                self.advance();
                let symbol = self.symbol(Some(mask))?;
                self.expect(')')?;
                return Ok(symbol);
            }
            Token::Int(value) => Init::Int { value, negative },
            Token::F32(bits) => Init::F32(if negative { bits ^ 1 << 31 } else { bits }),
            Token::F64(bits) => Init::F64(if negative { bits ^ 1 << 63 } else { bits }),
            Token::Word if !negative => return self.symbol(None),
            _ => return self.wanted("a number or the address of a variable"),
        };
        self.advance();
        Ok(value)
    }

    fn symbol(&mut self, mask: Option<u64>) -> Result<Init, Error> {
        let generic = self.is_word("generic") && self.peek_at(1) == Token::Punct('(');
        if generic {
            self.advance();
            self.advance();
        }
        let name = self.name("a variable")?;
        if generic {
            self.expect(')')?;
        }
        let offset = self.offset()?;
        Ok(Init::Symbol { name, offset, generic, mask })
    }

    /// Fails because the current token is not one of the `known` directives.
    pub(super) fn no_directive<T>(&self, known: &[&'static str]) -> Result<T, Error> {
        if self.peek() == Token::End {
            return self.wanted("a directive");
        }
        let text = self.text();
        let why = match text {
            ".tex" => Some("it is deprecated; use `.global .texref` or texture objects"),
            ".samplerref" => Some("separate samplers are not modelled; a texture object has its own"),
            ".texref" | ".surfref" => {
                Some("references are supported as uninitialised variables in global memory only")
            }
            ".reqnctapercluster" | ".explicitcluster" | ".maxclusterrank" | ".blocksareclusters" => {
                Some("thread-block clusters are not modelled")
            }
            ".sreg" => Some("only the named special registers can be read"),
            _ => None,
        };
        if let Some(why) = why {
            return self.fail(ErrorKind::Unsupported { what: text.to_owned(), why }, self.span());
        }
        let error = Error::new(ErrorKind::Directive(text.to_owned()), self.span(), self.source);
        Err(match did_you_mean(text, known.iter().copied()) {
            Some(help) => error.help(help),
            None => error,
        })
    }
}

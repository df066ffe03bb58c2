//! Recursive-descent parser.
//!
//! Hand-written, because the PTX grammar is small and error messages can then name the expected tokens.

mod body;

mod items;

pub(crate) use body::fits;

use super::ast::{Module, Name};
use super::error::{Error, ErrorKind, Span};
use super::lex::{Token, lex};

/// Parses a PTX file into a syntax tree.
///
/// Every instruction of the tree matches a form of the [instruction table](super::forms).
/// [`crate::ptx::program::Module::parse`] also resolves the names.
///
/// ```
/// let module = warploom_kernel::ptx::parse(
///     ".version 8.0 .target sm_75 .address_size 64 .visible .entry k() { ret; }",
/// )?;
/// assert_eq!(module.version, (8, 0));
/// # Ok::<(), warploom_kernel::ptx::Error>(())
/// ```
pub fn parse(source: &str) -> Result<Module, Error> {
    let tokens = lex(source)?;
    Parser { source, tokens, at: 0, depth: 0 }.module()
}

/// Maximum nesting of braces. Compilers stay below ten.
const DEPTH: usize = 64;

struct Parser<'a> {
    source: &'a str,
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Token {
        self.tokens[self.at].0
    }

    fn peek_at(&self, ahead: usize) -> Token {
        self.tokens.get(self.at + ahead).map_or(Token::End, |t| t.0)
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    /// Span of the token before this one.
    fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].1
    }

    fn text(&self) -> &'a str {
        &self.source[self.span().range()]
    }

    fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn fail<T>(&self, kind: ErrorKind, span: Span) -> Result<T, Error> {
        Err(Error::new(kind, span, self.source))
    }

    /// Fails because `wanted` was expected here.
    fn wanted<T>(&self, wanted: impl Into<String>) -> Result<T, Error> {
        let found = match self.peek() {
            Token::End => "the end of the file".to_owned(),
            _ => format!("`{}`", self.text()),
        };
        self.fail(ErrorKind::Token { wanted: wanted.into(), found }, self.span())
    }

    fn is(&self, c: char) -> bool {
        self.peek() == Token::Punct(c)
    }

    fn eat(&mut self, c: char) -> bool {
        let there = self.is(c);
        if there {
            self.advance();
        }
        there
    }

    fn expect(&mut self, c: char) -> Result<(), Error> {
        if self.eat(c) { Ok(()) } else { self.wanted(format!("`{c}`")) }
    }

    /// Whether the current token is the modifier or directive `text`, including its dot.
    fn is_dot(&self, text: &str) -> bool {
        self.peek() == Token::Dot && self.text() == text
    }

    fn eat_dot(&mut self, text: &str) -> bool {
        let there = self.is_dot(text);
        if there {
            self.advance();
        }
        there
    }

    fn is_word(&self, text: &str) -> bool {
        self.peek() == Token::Word && self.text() == text
    }

    fn name(&mut self, what: &str) -> Result<Name, Error> {
        if self.peek() != Token::Word {
            return self.wanted(what);
        }
        let name = Name { text: self.text().to_owned(), span: self.span() };
        self.advance();
        Ok(name)
    }

    fn int(&mut self, what: &str) -> Result<u64, Error> {
        match self.peek() {
            Token::Int(value) => {
                self.advance();
                Ok(value)
            }
            _ => self.wanted(what),
        }
    }

    fn string(&mut self, what: &str) -> Result<String, Error> {
        if self.peek() != Token::Text {
            return self.wanted(what);
        }
        let text = self.text();
        self.advance();
        Ok(text[1..text.len() - 1].to_owned())
    }

    /// `item (, item)*`.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Result<T, Error>) -> Result<Vec<T>, Error> {
        let mut all = vec![item(self)?];
        while self.eat(',') {
            all.push(item(self)?);
        }
        Ok(all)
    }

    /// Runs `inner` one level of braces deeper.
    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        if self.depth == DEPTH {
            return self.fail(ErrorKind::TooDeep(DEPTH), self.span());
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// `+n`, `-n`, `+-n`, or nothing.
    fn offset(&mut self) -> Result<i64, Error> {
        let plus = self.eat('+');
        let minus = self.eat('-');
        if !plus && !minus {
            return Ok(0);
        }
        let span = self.span();
        let value = self.int("an offset in bytes")?;
        let value = i64::try_from(value).or_else(|_| {
            self.fail(ErrorKind::Limit(format!("offset {value} is beyond any address")), span)
        })?;
        Ok(if minus { -value } else { value })
    }
}

//! A page as HTML.

use super::assets::{CHARTS, LICENCES, SCRIPT, STYLE, Script};
use super::escape::{json, prose, text};
use super::{Cell, Chart, Listing, Page, Section, Svg, Table, Tone};
use crate::figure::Fill;
use std::fmt::Write as _;

/// The length up to which a text in a table is not broken into lines, in characters.
const SHORT: usize = 40;

/// The smallest number of headings with which a page has a list of them.
const CONTENTS: usize = 3;

impl Page {
    /// The page as one HTML file. The same page gives the same bytes.
    pub fn html(&self) -> String {
        let has_charts = self.sections.iter().any(|section| matches!(section, Section::Chart(_)));
        let mut scripts: Vec<Script> = if has_charts { CHARTS.to_vec() } else { Vec::new() };
        scripts.push(SCRIPT);
        let hashes: Vec<String> =
            scripts.iter().map(|script| format!("'sha256-{}'", script.sha256)).collect();
        let policy = format!(
            "default-src 'none'; style-src 'unsafe-inline'; script-src {}; img-src data:; base-uri 'none'; form-action 'none'",
            hashes.join(" ")
        );
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"generator\" content=\"Warploom {}\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <header>\n<h1>{}</h1>\n<p class=\"subtitle\">{}</p>\n{}</header>\n<main>\n",
            env!("CARGO_PKG_VERSION"),
            text(&self.title),
            text(&self.title),
            text(&self.subtitle),
            self.contents(),
        );
        if has_charts {
            html += &fills();
            html += "<noscript><p>The charts of this page need JavaScript.</p></noscript>\n";
        }
        let mut headings = 0;
        for (number, section) in self.sections.iter().enumerate() {
            if let Section::Heading(_) = section {
                headings += 1;
            }
            put(&mut html, section, number, headings);
        }
        let _ =
            write!(html, "</main>\n<footer>\n<p>Written by Warploom {}.</p>\n", env!("CARGO_PKG_VERSION"));
        if has_charts {
            let _ = writeln!(
                html,
                "<details><summary>Licences of the scripts in this file</summary><pre>{}</pre></details>",
                text(LICENCES)
            );
        }
        html += "</footer>\n";
        for Script { text, .. } in scripts {
            let _ = writeln!(html, "<script>{text}</script>");
        }
        html + "</body>\n</html>\n"
    }

    /// Links to the headings.
    fn contents(&self) -> String {
        let headings: Vec<&String> = self
            .sections
            .iter()
            .filter_map(|section| match section {
                Section::Heading(heading) => Some(heading),
                _ => None,
            })
            .collect();
        if headings.len() < CONTENTS {
            return String::new();
        }
        let link = |(at, heading): (usize, &&String)| {
            format!("<li><a href=\"#s{}\">{}</a></li>\n", at + 1, prose(heading))
        };
        let links: String = headings.iter().enumerate().map(link).collect();
        format!("<nav aria-label=\"Contents\"><ul>\n{links}</ul></nav>\n")
    }
}

/// The paints of charts: colours on a screen, and the hatchings that print refers to.
fn fills() -> String {
    let patterns: String = Fill::ALL.into_iter().filter_map(Fill::pattern).collect();
    let patterns = patterns
        .replace("<pattern id=\"", "<pattern id=\"fill-")
        .replace("#ffffff", "var(--fill-white)")
        .replace("#151515", "var(--fill-black)")
        .replace("#fbe3bd", "var(--fill-warm)")
        .replace("#8a4b12", "var(--fill-brown)");
    let paint = |fill: Fill, value: &str| format!("--paint-{}:{value};", fill.name());
    let screen: String = Fill::ALL.into_iter().map(|fill| paint(fill, fill.colour())).collect();
    let print = |fill: Fill| match fill.pattern() {
        Some(_) => paint(fill, &format!("url(#fill-{})", fill.name())),
        None => paint(fill, &format!("var(--fill-{})", fill.name())),
    };
    let print: String = Fill::ALL.into_iter().map(print).collect();
    format!(
        "<style>@media screen{{:root{{{screen}}}}}@media print{{:root{{{print}}}}}</style>\n<svg id=\"fills\" width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><defs>{patterns}</defs></svg>\n"
    )
}

fn put(html: &mut String, section: &Section, number: usize, headings: usize) {
    // Writing to a string cannot fail.
    let _ = match section {
        Section::Heading(heading) => writeln!(html, "<h2 id=\"s{headings}\">{}</h2>", prose(heading)),
        Section::Subheading(heading) => writeln!(html, "<h3>{}</h3>", prose(heading)),
        Section::Paragraph(paragraph) => writeln!(html, "<p>{}</p>", prose(paragraph)),
        Section::Facts(facts) => {
            let fact = |(name, value): &(String, String)| {
                format!("<dt>{}</dt><dd>{}</dd>\n", text(name), prose(value))
            };
            writeln!(html, "<dl class=\"facts\">\n{}</dl>", facts.iter().map(fact).collect::<String>())
        }
        Section::Notes(notes) => {
            let items: String = notes.iter().map(|note| format!("<li>{}</li>\n", prose(note))).collect();
            writeln!(html, "<ul class=\"notes\">\n{items}</ul>")
        }
        Section::Table(table) => {
            put_table(html, table);
            Ok(())
        }
        Section::Chart(chart) => put_chart(html, chart, number),
        Section::Svg(svg) => put_svg(html, svg, number),
        Section::Listing(listing) => {
            put_listing(html, listing);
            Ok(())
        }
        Section::Beside(listings) => {
            html.push_str("<div class=\"beside\">\n");
            listings.iter().for_each(|listing| put_listing(html, listing));
            html.push_str("</div>\n");
            Ok(())
        }
    };
}

fn put_table(html: &mut String, table: &Table) {
    html.push_str("<div class=\"scroll\"><table class=\"sortable\">\n");
    if !table.caption.is_empty() {
        let _ = writeln!(html, "<caption>{}</caption>", prose(&table.caption));
    }
    html.push_str("<thead><tr>");
    for column in &table.columns {
        let class = if column.is_number { " class=\"n\"" } else { "" };
        let _ = write!(
            html,
            "<th scope=\"col\"{class}><button type=\"button\">{}</button></th>",
            text(&column.title)
        );
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    let put_rows = |html: &mut String, rows: &[Vec<Cell>]| {
        for row in rows {
            html.push_str("<tr>");
            // A row that is too short would move the cells of others.
            for (at, column) in table.columns.iter().enumerate() {
                html.push_str(&cell(row.get(at).unwrap_or(&Cell::Empty), column.is_number));
            }
            html.push_str("</tr>\n");
        }
    };
    put_rows(html, &table.rows);
    html.push_str("</tbody>\n");
    if !table.foot.is_empty() {
        html.push_str("<tfoot>\n");
        put_rows(html, &table.foot);
        html.push_str("</tfoot>\n");
    }
    html.push_str("</table></div>\n");
}

fn cell(cell: &Cell, is_number: bool) -> String {
    let class = if is_number { " class=\"n\"" } else { "" };
    // Short texts stay on one line.
    let class_of = |words: &str| match words.chars().count() {
        0..=SHORT if !is_number => " class=\"s\"",
        _ => class,
    };
    match cell {
        Cell::Empty => format!("<td{class}></td>"),
        Cell::Text(words) => format!("<td{1} data-v=\"{0}\">{0}</td>", text(words), class_of(words)),
        Cell::Code(words) => {
            format!(
                "<td{1} data-v=\"{0}\"><span class=\"code\">{0}</span></td>",
                text(words),
                class_of(words)
            )
        }
        Cell::Number { value, text: words } => format!("<td{class} data-v=\"{value}\">{}</td>", text(words)),
        Cell::Bar { value, share, text: words } => {
            let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
            format!("<td class=\"n bar\" data-v=\"{value}\" style=\"--s:{share:.4}\">{}</td>", text(words))
        }
        Cell::Verdict { text: words, tone } => {
            let tone = match tone {
                Tone::Good => "good",
                Tone::Bad => "bad",
                Tone::Open => "open",
            };
            format!(
                "<td{1} data-v=\"{0}\"><span class=\"{tone}\">{0}</span></td>",
                text(words),
                class_of(words)
            )
        }
    }
}

/// The caption of a figure; the title may be empty.
fn caption(title: &str, caption: &str) -> String {
    if title.is_empty() && caption.is_empty() {
        return String::new();
    }
    let title = if title.is_empty() { String::new() } else { format!("<strong>{}</strong>", prose(title)) };
    format!("<figcaption>{title}{}</figcaption>\n", prose(caption))
}

fn put_chart(html: &mut String, chart: &Chart, number: usize) -> std::fmt::Result {
    let Chart { title, caption: below, spec, min_width } = chart;
    writeln!(
        html,
        "<figure>\n{}<div class=\"scroll\">\
         <div class=\"chart\" data-name=\"chart-{number}\" style=\"min-width:{min_width}px\">\
         <script type=\"application/json\">{}</script></div></div>\n\
         <button type=\"button\" class=\"save\" hidden>Save as SVG</button>\n</figure>",
        caption(title, below),
        json(spec),
    )
}

fn put_svg(html: &mut String, svg: &Svg, number: usize) -> std::fmt::Result {
    writeln!(
        html,
        "<figure>\n{}<div class=\"scroll drawn\" role=\"img\" aria-label=\"{}\">{}</div>\n</figure>",
        caption(&svg.title, &svg.caption),
        text(&svg.label),
        svg.with_ids(number),
    )
}

fn put_listing(html: &mut String, listing: &Listing) {
    let Listing { file, summary, heat, issued, waits, lines, is_open, columns: (number, source) } = listing;
    let _ = write!(
        html,
        "<details class=\"listing\"{}><summary><span class=\"code\">{}</span><span class=\"remark\">{}</span></summary>\n\
         <div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\" class=\"number\">{}</th><th scope=\"col\" class=\"share\">{}</th>\
         <th scope=\"col\" class=\"share\">{}</th><th scope=\"col\">{}</th><th scope=\"col\">{}</th></tr></thead>\n<tbody>\n",
        if *is_open { " open" } else { "" },
        text(file),
        text(summary),
        text(number),
        text(heat),
        text(issued),
        text(source),
        text(waits),
    );
    let mut expected = lines.first().map(|line| line.number);
    let percent = |share: Option<f64>| share.map_or(String::new(), |share| format!("{:.1} %", 100.0 * share));
    // Shades are relative to the hottest line; the numbers are not.
    let hottest = lines.iter().filter_map(|line| line.heat).fold(1e-9, f64::max);
    for line in lines {
        if expected.is_some_and(|expected| expected != line.number) {
            html.push_str("<tr class=\"gap\"><td colspan=\"5\">⋯</td></tr>\n");
        }
        expected = line.number.checked_add(1);
        let shade = (line.heat.unwrap_or(0.0) / hottest).clamp(0.0, 1.0);
        let hot =
            if shade > 0.0 { format!(" class=\"hot\" style=\"--h:{shade:.3}\"") } else { String::new() };
        let tooltip = if line.tooltip.is_empty() {
            String::new()
        } else {
            format!(" title=\"{}\"", text(&line.tooltip))
        };
        let link = match line.link.is_empty() {
            true => String::new(),
            false => format!(" data-link=\"{}\"", text(&line.link)),
        };
        let _ = writeln!(
            html,
            "<tr{hot}{tooltip}{link}><td class=\"number\">{}</td><td class=\"share\">{}</td><td class=\"share\">{}</td>\
             <td class=\"source code\">{}</td><td class=\"waits\">{}</td></tr>",
            line.number,
            percent(line.heat),
            percent(line.issued),
            text(&line.text),
            text(&line.waits),
        );
    }
    html.push_str("</tbody>\n</table></div></details>\n");
}

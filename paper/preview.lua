-- Numbers of figures and tables for the light build. The journal's own filters do the same for its PDF.
-- Labels are `\label{…}` in a caption, for tables also `[]{label="…"}`, which some of the journal's formats need; `\autoref{…}` refers to them.

local names, figures, tables = {}, 0, 0

local function label_of(inlines)
  local label
  local rest = pandoc.walk_block(pandoc.Plain(inlines), {
    RawInline = function(raw)
      local found = raw.text:match("^\\label{(.-)}$")
      if found then
        label = found
        return {}
      end
    end,
    Span = function(span)
      if span.attributes.label then
        label = span.attributes.label
        return {}
      end
    end,
  }).content
  return label, rest
end

local function numbered(kind, number, inlines)
  local label, rest = label_of(inlines)
  local name = kind .. " " .. number
  if label then
    names[label] = name
  end
  table.insert(rest, 1, pandoc.Str(name .. ": "))
  return rest
end

local function image(element)
  figures = figures + 1
  element.caption = numbered("Figure", figures, element.caption)
  return element
end

local function captioned_table(element)
  tables = tables + 1
  local caption = element.caption.long
  if #caption > 0 then
    caption[1].content = numbered("Table", tables, caption[1].content)
    element.caption = { long = caption }
  end
  return element
end

local function reference(raw)
  local label = raw.text:match("^\\autoref{(.-)}$")
  if label then
    return pandoc.Str(names[label] or error("no figure or table `" .. label .. "`"))
  end
end

-- The journal's front matter has tables of authors; the light build shows their names.
local function metadata(meta)
  local authors = {}
  for _, author in ipairs(meta.author or meta.authors or {}) do
    table.insert(authors, pandoc.MetaInlines(author.name))
  end
  meta.author = pandoc.MetaList(authors)
  return meta
end

return { { Meta = metadata }, { Image = image, Table = captioned_table }, { RawInline = reference } }

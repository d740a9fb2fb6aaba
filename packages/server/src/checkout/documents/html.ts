/**
 * A document as HTML, made of few kinds of blocks. Invariants: 1. Every text is escaped here, once,
 * wherever it comes from. 2. The page runs no script and asks nobody for anything; its own policy
 * says so, also where it is opened as a file.
 */
import { createHash } from 'node:crypto'
import { STYLE } from './style.ts'

type Column = { readonly title: string; readonly number?: boolean }

export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraphs'; readonly texts: readonly string[] }
  /** A part that must not be overlooked. */
  | { readonly kind: 'notice'; readonly text: string }
  | { readonly kind: 'rows'; readonly caption: string; readonly rows: readonly RowOfText[] }
  | {
      readonly kind: 'table'
      readonly caption: string
      readonly columns: readonly Column[]
      readonly rows: readonly (readonly string[])[]
      readonly total?: readonly string[]
    }
  | { readonly kind: 'figures'; readonly figures: readonly (readonly [string, string])[] }
  /** To be filled in by hand. */
  | { readonly kind: 'blanks'; readonly labels: readonly string[] }
  | { readonly kind: 'page' }

/** A name, and one line or more. */
export type RowOfText = readonly [name: string, ...lines: string[]]

type PageOfText = {
  readonly language: string
  readonly title: string
  readonly subtitle: string
  /** The author. */
  readonly issuer: string
  /** Name and value, beside the title. */
  readonly reference: readonly (readonly [string, string])[]
  /** A banner above everything: this is a test, or a draft. */
  readonly banner: string | null
  readonly blocks: readonly Block[]
  readonly footer: readonly string[]
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Characters that no page shows, or that would turn the direction of the text around them. */
const UNSEEN = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

export function escaped(text: string): string {
  return text.replace(UNSEEN, ' ').replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')

const sourceOf = (style: string): string => `'sha256-${sha256(style)}'`

/** The current style of documents, for a page of ours that shows one. */
export const styleSource = sourceOf(STYLE)

/** The policy of a page: its own style and nothing else. */
function policyOf(style: string): string {
  return [
    "default-src 'none'",
    `style-src ${sourceOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

/** The policy as a header, of whichever version of the style the page was archived with. */
export function policyOfPage(html: string): string {
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''
  return `${policyOf(style)}; frame-ancestors 'self'`
}

const OWN_POLICY = policyOf(STYLE)

export function pageHtml(page: PageOfText): string {
  const title = escaped(page.title)
  const banner =
    page.banner === null ? '' : `<aside class="banner">${escaped(page.banner)}</aside>\n`
  const reference = page.reference
    .map(([name, value]) => `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`)
    .join('')
  return `<!doctype html>
<html lang="${escaped(page.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(OWN_POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title} · ${escaped(page.issuer)}</title>
<style>${STYLE}</style>
</head>
<body>
${banner}<header>
<p class="issuer">${escaped(page.issuer)}</p>
<h1>${title}</h1>
<p class="subtitle">${escaped(page.subtitle)}</p>
<dl class="reference">${reference}</dl>
</header>
<main>
${page.blocks.map(blockHtml).join('\n')}
</main>
<footer>
${page.footer.map((text) => `<p>${escaped(text)}</p>`).join('\n')}
</footer>
</body>
</html>
`
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h2>${escaped(block.text)}</h2>`
    case 'paragraphs':
      return block.texts.map((text) => `<p>${escaped(text)}</p>`).join('\n')
    case 'notice':
      return `<p class="notice">${escaped(block.text)}</p>`
    case 'figures':
      return `<dl class="figures">${block.figures
        .map(([name, value]) => `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`)
        .join('')}</dl>`
    case 'rows':
      return rowsHtml(block)
    case 'table':
      return tableHtml(block)
    case 'blanks':
      return `<dl class="blanks">${block.labels
        .map((label) => `<div><dt>${escaped(label)}</dt><dd></dd></div>`)
        .join('')}</dl>`
    case 'page':
      return '<div class="page"></div>'
  }
}

function rowsHtml({ caption, rows }: Extract<Block, { kind: 'rows' }>): string {
  const written = rows.map(([name, ...lines]) => {
    const value = lines.map((line) => `<p>${escaped(line)}</p>`).join('')
    return `<tr><th scope="row">${escaped(name)}</th><td>${value}</td></tr>`
  })
  return `<table class="rows" aria-label="${escaped(caption)}">
<tbody>
${written.join('\n')}
</tbody>
</table>`
}

/** In a region of its own, so that on a narrow screen the table moves and not the page. */
function tableHtml({ caption, columns, rows, total }: Extract<Block, { kind: 'table' }>): string {
  const kindOf = (index: number) => (columns[index]?.number === true ? ' class="number"' : '')
  const cells = (row: readonly string[]) =>
    row
      .map((text, index) =>
        index === 0 && text !== ''
          ? `<th scope="row"${kindOf(index)}>${escaped(text)}</th>`
          : `<td${kindOf(index)}>${escaped(text)}</td>`,
      )
      .join('')
  const head = columns
    .map(({ title }, index) => `<th scope="col"${kindOf(index)}>${escaped(title)}</th>`)
    .join('')
  const foot = total === undefined ? '' : `\n<tfoot><tr>${cells(total)}</tr></tfoot>`
  const name = escaped(caption)
  return `<div class="wide" role="region" tabindex="0" aria-label="${name}">
<table class="columns">
<caption>${name}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n')}
</tbody>${foot}
</table>
</div>`
}

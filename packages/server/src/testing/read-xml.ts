/** Reads the service's XML back, with a strict parser of somebody else's. */
import { SaxesParser } from 'saxes'
import { isRawJson } from '../platform/raw-json.ts'

/** A text, null, or the members of an element in their order. */
export type Tree = string | null | readonly (readonly [name: string, Tree])[]

type Open = { readonly name: string; nil: boolean; text: string; members: [string, Tree][] }

/** The root's name and content. Throws on what is not well-formed, namespaces included. */
export function readXml(xml: string): { root: string; tree: Tree } {
  const parser = new SaxesParser({ xmlns: true })
  const open: Open[] = [{ name: '', nil: false, text: '', members: [] }]
  const top = () => open.at(-1) as Open
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    open.push({ name: keyOf(name), nil: attributes.nil?.value === 'true', text: '', members: [] })
  })
  parser.on('text', (text) => {
    top().text += text
  })
  parser.on('closetag', () => {
    const { name, nil, text, members } = open.pop() as Open
    top().members.push([name, nil ? null : members.length > 0 ? members : text])
  })
  parser.write(xml).close()
  const [root = '', tree = ''] = top().members[0] ?? []
  return { root, tree }
}

/** A JSON value as its XML would be read: what XML cannot tell apart becomes the same. */
export function treeOf(value: unknown): Tree {
  if (value === null) return null
  if (typeof value !== 'object') return String(value)
  if (isRawJson(value)) return value.rawJSON
  const members: [string, Tree][] = Array.isArray(value)
    ? value.map((item) => ['item', treeOf(item)])
    : Object.entries(value).map(([key, member]) => [key, treeOf(member)])
  return members.length > 0 ? members : ''
}

function keyOf(name: string): string {
  if (name === '_x_') return ''
  return name.replace(/_x([0-9A-F]{4,6})_/g, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )
}

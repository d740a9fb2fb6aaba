/** The script's settings: key, mode, and service. */

export type Settings = {
  /** The service's name: in attributes, media types and messages. */
  readonly brand: string
  /** The URL of the service, without a slash at the end. */
  readonly apiUrl: string
  readonly publicKey: string
  readonly sandbox: boolean
}

/** The settings from a store's page, in any form, unchecked. */
type Given = {
  readonly publicKey: string
  readonly sandbox: unknown
  readonly tag: HTMLScriptElement
}

const YES = /^(true|1|yes)$/i
const NO = /^(false|0|no|)$/i

/** Real money is at stake in live mode, and a sandbox key does not work there by mistake. */
export function readSandbox(given: unknown, warn: (sentence: string) => void): boolean {
  const text = String(given ?? '').trim()
  if (YES.test(text)) return true
  if (!NO.test(text)) warn(`sandbox is true or false, not "${text}"`)
  return false
}

/**
 * The settings of the script's own tag, in its URL or as attributes. A module, and a script that a
 * page builder has moved, does not know its tag: then it is the first one with a key.
 */
export function findTag(brand: string): Given | undefined {
  const attribute = `data-${brand}`
  const others = document.querySelectorAll(`script[${attribute}],script[src*="/${brand}.js"]`)
  for (const each of [document.currentScript, ...others]) {
    if (!each) continue
    // An SVG script has the attributes as well.
    const tag = each as HTMLScriptElement
    const own = tag.getAttribute(attribute) ?? ''
    // Either the key alone or `public_key: pk_…, sandbox: true`, which is parsed like a query.
    const isList = own.includes(':')
    const listed = own
      .replace(/[\s"'{}]/g, '')
      .replace(/:/g, '=')
      .replace(/,/g, '&')
    const query = new URLSearchParams(`${/\?[^#]*/.exec(tag.src) ?? ''}&${listed}`)
    const publicKey = query.get('public-key') || query.get('public_key') || (!isList && own)
    if (!publicKey) continue
    // An attribute without a value means yes, as in HTML; an empty parameter means no, as in
    // templates.
    const sandbox = tag.getAttribute('data-sandbox')
    return { publicKey, sandbox: query.get('sandbox') ?? (sandbox === '' || sandbox), tag }
  }
  return undefined
}

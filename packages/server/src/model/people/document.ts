/** Spanish NIF and NIE: number modulo 23 into the table of check letters. */
const LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** The document in upper case without spaces, or undefined if its check letter is wrong. */
export function readDocument(text: string): string | undefined {
  // The form is checked before upper-casing, which turns some other letters into ASCII ones.
  const form = /^([XYZ]|[0-9])([0-9]{7})([A-Z])$/i.exec(text.replace(/[\s-]/g, ''))
  if (form === null) return undefined
  const document = form[0].toUpperCase()
  const first = document.charAt(0)
  const leading = 'XYZ'.includes(first) ? String('XYZ'.indexOf(first)) : first
  const number = Number(leading + document.slice(1, -1))
  return LETTERS[number % LETTERS.length] === document.slice(-1) ? document : undefined
}

/** A person's document, in its canonical form. */
export type Document = {
  readonly country: string
  readonly type: 'nif' | 'nie'
  readonly number: string
}

/** A Spanish document in its canonical form. */
export function documentOf(number: string): Document {
  return { country: 'ES', type: /^[XYZ]/.test(number) ? 'nie' : 'nif', number }
}

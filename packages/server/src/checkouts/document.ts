/** Spanish NIF and NIE: number modulo 23 into the table of check letters. */
const LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** The document in upper case without blanks, or undefined when its check letter is wrong. */
export function readDocument(text: string): string | undefined {
  const document = text.toUpperCase().replace(/[\s-]/g, '')
  const form = /^([XYZ]|[0-9])([0-9]{7})([A-Z])$/.exec(document)
  if (form === null) return undefined
  const [, first = '', digits = '', letter] = form
  const leading = 'XYZ'.includes(first) ? String('XYZ'.indexOf(first)) : first
  return LETTERS[Number(leading + digits) % 23] === letter ? document : undefined
}

/** Numbers of bank accounts (ISO 13616). */

const SHAPE = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/
const SHOWN = /^[A-Z]{2}\*{9,28}[A-Z0-9]{4}$/
const [OPEN_FIRST, OPEN_LAST, CHECK_LENGTH] = [2, 4, 4]
/** ISO 7064, MOD 97-10. */
const [MODULUS, REMAINDER] = [97, 1]
const LETTERS_AND_DIGITS = 36

/** In its canonical spelling: capitals without spaces. Undefined if the check digits are wrong. */
export function ibanOf(text: string): string | undefined {
  const iban = text.replaceAll(/[ \u00a0]/g, '').toUpperCase()
  return SHAPE.test(iban) && remainderOf(iban) === REMAINDER ? iban : undefined
}

/** The country and the last four characters; of the rest only its length. */
export function shownIban(iban: string): string {
  const hidden = '*'.repeat(iban.length - OPEN_FIRST - OPEN_LAST)
  return `${iban.slice(0, OPEN_FIRST)}${hidden}${iban.slice(-OPEN_LAST)}`
}

export const isShownIban = (text: string): boolean => SHOWN.test(text)

/** The number with its first four characters moved to the end, and A as 10, B as 11 and so on. */
function remainderOf(iban: string): number {
  const turned = `${iban.slice(CHECK_LENGTH)}${iban.slice(0, CHECK_LENGTH)}`
  const digits = [...turned].map((each) => Number.parseInt(each, LETTERS_AND_DIGITS)).join('')
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % MODULUS, 0)
}

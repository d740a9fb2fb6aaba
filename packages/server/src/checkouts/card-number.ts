/** Lengths and first digits of the cards that there are: no telephone number looks like one. */
const CARD =
  /^(?:4\d{15}|4\d{18}|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[0689]\d{12}|6\d{15}|6\d{18})$/
const DIGITS_MAX = 19

/**
 * Whether somebody has typed the number of a card where none belongs: it would be kept, shown and
 * printed. Groups of digits are read together, whatever stands between them.
 */
export function holdsCardNumber(text: string): boolean {
  const groups = text.normalize('NFKC').match(/\d+/g) ?? []
  return groups.some((_, first) => {
    let digits = ''
    for (const group of groups.slice(first)) {
      digits += group
      if (digits.length > DIGITS_MAX) return false
      if (CARD.test(digits) && hasCheckDigit(digits)) return true
    }
    return false
  })
}

/** Luhn's sum: every second digit from the right counts twice. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

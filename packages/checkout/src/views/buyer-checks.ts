/**
 * Checks of the buyer's input before it is sent, with messages in their words. Pure; the server
 * decides by itself.
 */
import { isMasked } from '../flow/masked.ts'
import type { BuyerDraft } from '../flow/types.ts'

/** The values of the form, as typed. */
export type Typed = BuyerDraft
export type FieldName = keyof Typed
export type FaultName = FieldName | 'birthdayUnreal' | 'underAge' | 'documentLetter' | 'refused'
export type Faults = Readonly<Partial<Record<FieldName, FaultName>>>

const LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
const AGE_LEAST = 18
const AGE_MOST = 120

/** `today` is the server's date: a phone's clock may be wrong. */
export function checkBuyer(typed: Typed, needs: { income: boolean; today: string }): Faults {
  const faults: Partial<Record<FieldName, FaultName>> = {}
  if (typed.first_name.trim() === '') faults.first_name = 'first_name'
  if (typed.last_name.trim() === '') faults.last_name = 'last_name'
  if (!isMasked(typed.phone) && !isPhone(typed.phone)) faults.phone = 'phone'
  if (!/^([^\s@]+@[^\s@]+)?$/.test(typed.email?.trim() ?? '')) faults.email = 'email'
  const birthday = checkBirthday(typed.birthday, needs.today)
  if (birthday !== undefined) faults.birthday = birthday
  const document = checkDocument(typed.document_id)
  if (document !== undefined) faults.document_id = document
  if (needs.income && !(Number(readIncome(typed.income)) > 0)) faults.income = 'income'
  return faults
}

/** Nine digits are a Spanish number; the shortest numbers of other countries have seven. */
function isPhone(text: string): boolean {
  return /^\+?[\d\s().-]+$/.test(text.trim()) && /^\d{7,15}$/.test(text.replace(/\D/g, ''))
}

export function checkDocument(text: string): FaultName | undefined {
  if (isMasked(text)) return undefined
  const form = /^([XYZ]|\d)(\d{7})([A-Z])$/i.exec(text.replace(/[\s.-]/g, ''))
  if (form === null) return 'document_id'
  const [, first = '', digits = '', letter = ''] = form
  const lead = 'XYZ'.indexOf(first.toUpperCase())
  const number = Number(`${lead === -1 ? first : lead}${digits}`)
  return LETTERS[number % LETTERS.length] === letter.toUpperCase() ? undefined : 'documentLetter'
}

/** A date as year-month-day, from what people type or paste; undefined: invalid. */
export function readBirthday(text: string): string | undefined {
  const written = text.trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(written)
  const usual = /^(\d{1,2})[/.\s-]+(\d{1,2})[/.\s-]+(\d{4})$/.exec(written)
  const digits = /^(\d{2})(\d{2})(\d{4})$/.exec(written)
  const [year, month, day] = iso?.slice(1) ?? (usual ?? digits)?.slice(1).reverse() ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function checkBirthday(text: string, today: string): FaultName | undefined {
  if (isMasked(text)) return undefined
  const date = readBirthday(text)
  if (date === undefined) return 'birthday'
  const read = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(read.getTime()) || !read.toISOString().startsWith(date)) return 'birthdayUnreal'
  // Dates in this form sort in the order of time.
  if (date > yearsBefore(today, 0) || date < yearsBefore(today, AGE_MOST)) return 'birthdayUnreal'
  return date > yearsBefore(today, AGE_LEAST) ? 'underAge' : undefined
}

function yearsBefore(day: string, years: number): string {
  return `${Number(day.slice(0, 4)) - years}`.padStart(4, '0') + day.slice(4, 10)
}

/** A date of the wire as people write it. */
function writeBirthday(date: string): string {
  const parts = /^(\d{4})-(\d{2}|••)-(\d{2}|••)/.exec(date)
  return parts === null ? date : `${parts[3]}/${parts[2]}/${parts[1]}`
}

/** Slashes appear while digits are typed, and never while text is deleted. */
export function whileTyped(text: string, before: string): string {
  const parts = /^(\d{2})\/?(\d{0,2})(\/?)(\d{0,4})$/.exec(text.replace(/\/\/$/, '/'))
  if (text.length < before.length || parts === null) return text
  const [, day, month = '', slash, year] = parts
  return month.length < 2 && slash === '' ? `${day}/${month}` : `${day}/${month}/${year}`
}

/** Minor units as on the wire, from a typed amount; undefined: invalid. */
export function readIncome(text: string): string | undefined {
  const plain = text.replace(/[\s€]/g, '')
  const parts = /^(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(plain)
  if (parts === null) return undefined
  const whole = (parts[1] ?? '').replace(/[.,]/g, '')
  return `${Number(whole)}${(parts[2] ?? '').padEnd(2, '0')}`
}

/** The data to send, from valid answers. */
export function draftOf(typed: Typed): BuyerDraft {
  return {
    ...typed,
    first_name: typed.first_name.trim(),
    last_name: typed.last_name.trim(),
    phone: typed.phone.trim(),
    email: typed.email?.trim() ?? '',
    birthday: readBirthday(typed.birthday) ?? typed.birthday,
    document_id: typed.document_id.replace(/[\s.-]/g, '').toUpperCase(),
    income: readIncome(typed.income) ?? '',
  }
}

/** The initial values of the form. */
export function typedOf(draft: BuyerDraft): Typed {
  const { income } = draft
  const euros = /^\d{3,}$/.test(income) ? income.replace(/(\d\d)$/, ',$1').replace(/,00$/, '') : ''
  return { ...draft, birthday: writeBirthday(draft.birthday), income: euros }
}

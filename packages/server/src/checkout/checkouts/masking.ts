/**
 * Identifying data of a buyer, as they are stored and as their page shows them (contract §12.9): a
 * token, which somebody else may have seen, reads enough to recognise them and no more.
 */
import type { Buyer } from '@svc/api'
import type { OrderDetails } from '../../kernel/details/details.ts'
import { readDocument } from '../../model/people/document.ts'

export type Identity = Partial<Pick<Buyer, 'phone' | 'birthday' | 'document_id'>>

/** Replaces a hidden character. */
export const MASK = '•'

const PHONE = /^\+?[\d\s().-]+$/
/** Nine digits are a Spanish number; the shortest numbers of other countries have seven. */
const isPhone = (text: string): boolean =>
  PHONE.test(text) && /^\d{7,15}$/.test(text.replace(/\D/g, ''))

/**
 * The buyer's saved data, else the store's, as far as they are valid: nobody can see a fault in
 * masked data.
 */
export function storedIdentity({ buyer, customer }: OrderDetails): Identity {
  if (buyer !== null) {
    const { phone, birthday, document_id } = buyer
    return { phone, birthday, document_id }
  }
  const { phone = '', birthday } = customer
  const document = readDocument(customer.document_id?.number ?? '')
  return {
    ...(isPhone(phone) ? { phone } : {}),
    ...(birthday === undefined ? {} : { birthday }),
    ...(document === undefined ? {} : { document_id: document }),
  }
}

/** The last signs of a phone and of a document, the year of a birthday. */
export function maskedIdentity({ phone, birthday, document_id: document }: Identity) {
  return {
    phone: phone === undefined ? null : masked(phone, 3),
    birthday: birthday === undefined ? null : birthday.replace(/-\d+/g, `-${MASK.repeat(2)}`),
    document_id: document === undefined ? null : masked(document, 4),
  }
}

/** Of a text that is too short for it, nothing is shown. */
function masked(text: string, shown: number): string {
  const signs = [...text]
  const hidden = signs.length > 2 * shown ? signs.length - shown : signs.length
  return MASK.repeat(hidden) + signs.slice(hidden).join('')
}

/** Identifying data, as every list and object of the lender shows them. */
import { MASK, maskedIdentity } from '../../checkout/checkouts/masking.ts'

type Personal = {
  readonly phone?: string | undefined
  readonly email?: string | undefined
  readonly birthday?: string | undefined
  readonly document_id?: { readonly number?: string | undefined } | undefined
}

/** Identifying data of a buyer are masked: revealing them takes a permission and a reason. */
export function masked<T extends Personal>(personal: T): T {
  const { phone, email, birthday, document_id: document } = personal
  const { number } = document ?? {}
  const shown = maskedIdentity({
    ...(phone === undefined ? {} : { phone }),
    ...(birthday === undefined ? {} : { birthday }),
    ...(number === undefined ? {} : { document_id: number }),
  })
  return {
    ...personal,
    ...(phone === undefined ? {} : { phone: shown.phone }),
    ...(email === undefined ? {} : { email: maskedEmail(email) }),
    ...(birthday === undefined ? {} : { birthday: shown.birthday }),
    ...(number === undefined ? {} : { document_id: { ...document, number: shown.document_id } }),
  }
}

/** The first sign, and where it is read: `a•••@example.com`. Its length is not shown. */
function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email.slice(0, Math.max(at, 0))
  return first + MASK.repeat(3) + (at < 0 ? '' : email.slice(at))
}

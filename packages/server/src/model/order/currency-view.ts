import { type Answered, type CurrencyAnswer, currencies } from '@svc/api'
export function currencyView(code: string): Answered<typeof CurrencyAnswer> {
  return currencies.get(code) ?? { name: code, code, numeric: '', symbol: code }
}

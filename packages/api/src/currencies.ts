/**
 * ISO 4217 currencies with two minor digits that the service knows; the wire always implies two
 * decimal places.
 */
export type Currency = {
  readonly name: string
  readonly code: string
  readonly numeric: string
  readonly symbol: string
}

const table: readonly (readonly [string, string, string, string])[] = [
  ['EUR', '978', 'Euro', '€'],
  ['GBP', '826', 'Pound sterling', '£'],
  ['USD', '840', 'US dollar', '$'],
  ['CHF', '756', 'Swiss franc', 'CHF'],
  ['SEK', '752', 'Swedish krona', 'kr'],
  ['NOK', '578', 'Norwegian krone', 'kr'],
  ['DKK', '208', 'Danish krone', 'kr'],
  ['PLN', '985', 'Polish złoty', 'zł'],
  ['CZK', '203', 'Czech koruna', 'Kč'],
  ['RON', '946', 'Romanian leu', 'lei'],
  ['BGN', '975', 'Bulgarian lev', 'лв'],
  ['MXN', '484', 'Mexican peso', '$'],
  ['COP', '170', 'Colombian peso', '$'],
  ['BRL', '986', 'Brazilian real', 'R$'],
]

export const currencies: ReadonlyMap<string, Currency> = new Map(
  table.map(([code, numeric, name, symbol]) => [code, { name, code, numeric, symbol }]),
)

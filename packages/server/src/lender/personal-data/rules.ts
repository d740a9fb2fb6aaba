/** How long personal data are retained, and by which law (decision 0134). Pure. */

type Retention = {
  /** After the last that happened to the order; null: it does not count from an order. */
  readonly years: number | null
  readonly text: string
  /** The legal basis. */
  readonly law: string
}

export const retentions = {
  /** For a granted credit. */
  contract: {
    years: 10,
    text: 'ten years after the order ended, or three without a contract',
    law: 'Ley 10/2010, art. 25; Código de Comercio, art. 30; Código Civil, art. 1964',
  },
  /** For people without a credit: refused, rejected, expired. */
  application: {
    years: 3,
    text: 'three years after it was declined or abandoned',
    law: 'Ley Orgánica 3/2018, arts. 32 and 72',
  },
  /** The log of acts and reads. */
  log: { years: null, text: 'ten years', law: 'Ley 10/2010, art. 25' },
} as const satisfies Readonly<Record<string, Retention>>

export type RetentionName = keyof typeof retentions

type Ended = {
  /** The store had confirmed it: something was lent. */
  readonly contract: boolean
  readonly lastAt: Date
}

/** Until when the law keeps the data of an order. */
export function retainedUntil({ contract, lastAt }: Ended): {
  readonly at: Date
  readonly law: string
} {
  const { years, law } = retentions[contract ? 'contract' : 'application']
  const at = new Date(lastAt)
  at.setUTCFullYear(at.getUTCFullYear() + years)
  return { at, law }
}

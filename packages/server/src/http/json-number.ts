// The type library lacks this part of the language (ES2026).
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/** A number that is not a whole number in the safe range, as it was written. */
export class JsonNumber {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }

  /** Makes `JSON.stringify` write the original spelling. */
  toJSON(): unknown {
    return rawJSON(this.source)
  }
}

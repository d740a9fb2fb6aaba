import { rawJson } from '../raw-json.ts'

/** A number that is not a whole number in the safe range, in its original spelling. */
export class JsonNumber {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }

  /** Makes `JSON.stringify` write the original spelling. */
  toJSON(): unknown {
    return rawJson(this.source)
  }
}

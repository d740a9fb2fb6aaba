import { type KeyRing, parseKeyRing, type RingSettings } from '../platform/secrets/key-ring.ts'
import type { SettingName } from './setting-table.ts'

const SECRET_LENGTH_MIN = 16

type ReadOptions = {
  readonly fault: (name: SettingName, sentence: string) => undefined
  readonly demo: boolean | undefined
}

/** Reads `SECRET_KEY`, `SECRET_KEYS` and `TOKEN_KEYS`. */
export function readSecretKeys(
  text: (name: SettingName) => string | undefined,
  { fault, demo }: ReadOptions,
): { readonly secretKey: string | undefined; readonly rings: RingSettings } {
  const ringOf = (name: SettingName): KeyRing | undefined => {
    const parsed = parseKeyRing(text(name) ?? '')
    if (text(name) === undefined) return undefined
    return parsed.fault === undefined ? parsed.ring : fault(name, parsed.fault)
  }
  const secretKey = text('SECRET_KEY')
  if (text('SECRET_KEYS') === undefined) {
    // Beside a ring it only opens its own texts: however short it is, that must go on.
    if (secretKey !== undefined && secretKey.length < SECRET_LENGTH_MIN) {
      fault('SECRET_KEY', `must have at least ${SECRET_LENGTH_MIN} characters`)
    } else if (secretKey === undefined && demo === false) {
      fault('SECRET_KEY', 'is required without the demo, or SECRET_KEYS')
    }
  }
  return {
    secretKey,
    rings: { secretKeys: ringOf('SECRET_KEYS'), tokenKeys: ringOf('TOKEN_KEYS') },
  }
}

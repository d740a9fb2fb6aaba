import type { LendersSettings } from '../../model/stores/store-terms.ts'
import { jsonbText } from '../../platform/database/jsonb-text.ts'
import { sha256 } from '../../tenancy/actions/hash.ts'

/** A hash of the terms: what a store changes of its trade does not make them others. */
export const versionOf = (terms: LendersSettings): string => sha256(jsonbText(terms)).slice(0, 16)

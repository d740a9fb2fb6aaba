import type { ReasonGiven } from '@svc/api'
import type { Action } from '../../model/actions/action.ts'
import type { CreditorIdentity, CreditorVersion } from '../../model/creditors/creditor.ts'
import { jsonbText } from '../../platform/database/jsonb-text.ts'
import { changesOf } from '../../tenancy/actions/changes.ts'
import { sha256 } from '../../tenancy/actions/hash.ts'

/** With the hash of all printed values: so the chain of actions proves them. */
export function actionOf(
  { id, version, sandbox, identity }: CreditorVersion,
  { before, reason }: { readonly before?: CreditorIdentity; readonly reason: ReasonGiven },
): Action {
  const identity_hash = { old: null, new: sha256(jsonbText(identity)) }
  return {
    action: version === 1 ? 'creditor.create' : 'creditor.change',
    object: { kind: 'creditor', id },
    ...{ storeId: null, sandbox, reason },
    changes: { ...changesOf(before ?? {}, identity), identity_hash },
  }
}

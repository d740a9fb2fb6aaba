import { originOf } from '../../platform/http/formats.ts'
import { isId } from '../../platform/ids.ts'
import { type Fields, Refused } from '../../platform/refusal.ts'
import { type FrameLanguage, frameLanguages } from './frame-texts.ts'

type FrameInput = {
  readonly checkoutId: string
  readonly parent: string
  /** Origin of the page that frames that page; undefined: none, null: not an origin. */
  readonly top: string | null | undefined
  readonly language: FrameLanguage
}

/**
 * The parameters of the frame's address; the page that frames it must be one of our own origins.
 */
export function readFrameQuery(query: URLSearchParams, ours: readonly string[]): FrameInput {
  const fields: Fields = {}
  const checkoutId = query.get('checkout') ?? ''
  if (!isId(checkoutId)) fields.checkout = ['must be the id of a checkout']
  const parent = originOf(query.get('origin') ?? '')
  if (parent === undefined || !ours.includes(parent)) {
    fields.origin = ['must be the origin of the page of the checkout']
  }
  const wanted = (query.get('lang') ?? 'es').toLowerCase().split(/[-_]/)[0]
  const language = frameLanguages.find((each) => each === wanted) ?? 'en'
  if (parent === undefined || Object.keys(fields).length > 0) {
    throw new Refused('query_invalid', { fields })
  }
  const named = query.get('top')
  const top = named === null ? undefined : (originOf(named) ?? null)
  return { checkoutId, parent, top, language }
}

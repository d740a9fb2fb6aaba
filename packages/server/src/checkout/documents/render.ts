/** Documents, pure: the same data in the same language give the same page, byte by byte. */
import type { DocumentKind, DocumentLanguage } from '@svc/api'
import { agreementBlocks } from './agreement.ts'
import type { DocumentData, StatementData } from './document-data.ts'
import { type Block, pageHtml } from './html.ts'
import { preContractBlocks } from './pre-contract.ts'
import { creditorName } from './sections.ts'
import { statementBlocks } from './statement.ts'
import { withdrawalFormBlocks } from './withdrawal-form.ts'
import { type Wording, wordingOf } from './wording.ts'

export function renderDocument(
  data: DocumentData,
  { kind, language }: { kind: Exclude<DocumentKind, 'statement'>; language: DocumentLanguage },
): string {
  const wording = wordingOf(data, language)
  const blocks = {
    pre_contract: preContractBlocks,
    agreement: agreementBlocks,
    withdrawal_form: withdrawalFormBlocks,
  }[kind]
  return page(data, { kind, wording, blocks: blocks(data, wording) })
}

export function renderStatement(data: StatementData, language: DocumentLanguage): string {
  const wording = wordingOf(data, language)
  return page(data, { kind: 'statement', wording, blocks: statementBlocks(data, wording) })
}

type Parts = {
  readonly kind: DocumentKind
  readonly wording: Wording
  readonly blocks: readonly Block[]
}

function page(data: DocumentData, { kind, wording, blocks }: Parts): string {
  const { texts, moment } = wording
  const { reference, footer } = texts
  const { order, signedAt, madeAt } = data
  const made = kind === 'statement' ? reference.asOf : reference.made
  const signed =
    signedAt === null || kind === 'pre_contract'
      ? []
      : [[reference.signed, moment(signedAt)] as const]
  return pageHtml({
    language: wording.language,
    title: texts.titles[kind],
    subtitle: texts.subtitles[kind],
    issuer: creditorName(data),
    reference: [
      [reference.agreement, order.id],
      [reference.order, order.mid],
      ...signed,
      [made, moment(madeAt)],
    ],
    banner: bannerOf(data, { kind, wording }),
    blocks,
    footer: [footer.page(texts.titles[kind], order.id), footer.times(data.timeZone)],
  })
}

function bannerOf(
  { sandbox, signedAt }: DocumentData,
  { kind, wording }: Pick<Parts, 'kind' | 'wording'>,
): string | null {
  const { banner } = wording.texts
  const draft = kind === 'agreement' && signedAt === null
  const lines = [...(sandbox ? [banner.sandbox] : []), ...(draft ? [banner.draft] : [])]
  return lines.length === 0 ? null : lines.join(' ')
}

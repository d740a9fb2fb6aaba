import { Page } from '../../parts/page.tsx'
import { t } from '../../texts/texts.ts'
import { ApprovalPolicy } from './approval-policy.tsx'
import { Exposure } from './exposure.tsx'

export const Screen = () => (
  <Page title={t.screens.policies}>
    <div class="stack">
      <Exposure />
      <ApprovalPolicy />
    </div>
  </Page>
)

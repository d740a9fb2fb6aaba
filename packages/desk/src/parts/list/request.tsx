import { acceptOf } from '../../client/api.ts'
import { site } from '../../client/site.ts'
import { isSandbox } from '../../shell/place.ts'
import { t } from '../../texts/texts.ts'
import { CopyButton } from '../copy.tsx'

type RequestProps = { readonly path: string; readonly ofNoMode?: boolean }

/** What the screen asks, as a line for a shell; the key is the reader's own. */
function curlOf({ path, ofNoMode = false }: RequestProps): string {
  const address = `${location.origin}${site.root}${path}`.replaceAll("'", '%27')
  const accept = acceptOf(isSandbox.value && !ofNoMode)
  return `curl -s -H "Authorization: Bearer $LENDER_KEY" -H 'Accept: ${accept}' '${address}'`
}

export function Request(props: RequestProps) {
  const curl = curlOf(props)
  return (
    <details>
      <summary>{t.list.api}</summary>
      <p>
        <code class="curl">{curl}</code>
      </p>
      <div class="buttons">
        <CopyButton text={curl} label={t.list.curl} />
        <CopyButton text={location.href} label={t.list.link} />
      </div>
    </details>
  )
}

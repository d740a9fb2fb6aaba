/** Who is signed in sees a screen in its frame; others sign in at the address they requested. */
import { useEffect, useState } from 'preact/hooks'
import { Failure } from '../client/api.ts'
import { findMe, hasEnded, me } from '../client/session.ts'
import { site } from '../client/site.ts'
import { storeId } from '../client/store.ts'
import { stepUp } from '../client/writing.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Page } from '../parts/page.tsx'
import { ScreenContext } from '../parts/screen-context.ts'
import { Failed, Late, Skeleton } from '../parts/states.tsx'
import { SignInDialog, SignInPage } from '../screens/sign-in/sign-in.tsx'
import { t } from '../texts/texts.ts'
import { Frame } from './frame.tsx'
import { isHelpOpen, isPaletteOpen } from './keys.ts'
import { contentOf, held, openScreen } from './loading.ts'
import { go, href, place } from './place.ts'
import { account, type Screen, start } from './screen.ts'
import type { ScreenProps } from './screen-props.ts'
import { screenAt } from './screens.ts'

export function App() {
  const question = stepUp.value
  return (
    <>
      <Main />
      {hasEnded.value && <SignInDialog />}
      {held.value && <Held {...held.value} />}
      {question !== null && (
        <Late
          load={async () => (await account()).StepUpDialog}
          with={{ question }}
          onGone={() => question.answer(false)}
        />
      )}
      {isHelpOpen.value && (
        <Late
          load={async () => (await import('./overlays.ts')).Help}
          with={{}}
          onGone={() => {
            isHelpOpen.value = false
          }}
        />
      )}
      {isPaletteOpen.value && me.value && (
        <Late
          load={async () => (await import('./overlays.ts')).Palette}
          with={{}}
          onGone={() => {
            isPaletteOpen.value = false
          }}
        />
      )}
    </>
  )
}

function Main() {
  const [failure, setFailure] = useState<Failure>()
  const { path } = place.value
  const look = () => {
    setFailure(undefined)
    findMe().catch((error: unknown) => {
      if (error instanceof Failure) setFailure(error)
      else throw error
    })
  }
  useEffect(() => {
    if (path !== start.path) look()
  }, [])
  if (path === start.path) return <Loaded screen={start} params={{}} />
  if (failure !== undefined) return <Alone>{<Failed failure={failure} reload={look} />}</Alone>
  if (me.value === undefined) return <Alone>{<Skeleton lines={4} />}</Alone>
  if (me.value === null) return <SignInPage />
  if (path === '/sign-in') go(href('/'), { replace: true })
  // A person who has opened a link makes what they will sign in with, and nothing else.
  const isEnrolling = me.value.session.kind === 'enrolment'
  const match = screenAt(isEnrolling ? '/me' : place.value.path)
  return (
    <Frame screen={match?.screen} isBare={isEnrolling}>
      {match === undefined ? (
        <Missing />
      ) : (
        <Loaded
          key={`${place.value.path} ${match.screen.name} ${storeId.value}`}
          screen={match.screen}
          params={match.params}
        />
      )}
    </Frame>
  )
}

function Alone({ children }: { children: preact.ComponentChildren }) {
  return (
    <main class="alone">
      <p class="brand">{site.brand}</p>
      {children}
    </main>
  )
}

const Missing = () => (
  <Page title={t.screens.missing}>
    <p>{t.missing}</p>
    <p>
      <a href={href('/')}>{t.toHome}</a>
    </p>
  </Page>
)

/** A screen is a file of its own, loaded when it is opened first. */
function Loaded({ screen, params }: ScreenProps & { screen: Screen }) {
  const [, setCount] = useState(0)
  const [failure, setFailure] = useState<Failure>()
  const load = () => {
    setFailure(undefined)
    openScreen(screen).then(() => setCount((count) => count + 1), setFailure)
  }
  const Content = contentOf(screen)
  useEffect(() => {
    if (Content === undefined) load()
  }, [screen])
  if (Content !== undefined) {
    return (
      <ScreenContext.Provider value={screen}>
        <Content params={params} />
      </ScreenContext.Provider>
    )
  }
  if (failure === undefined) return <Skeleton lines={8} />
  if (failure.status === 0) return <Failed failure={failure} reload={load} />
  return (
    <section class="problem" role="alert">
      <h1>{t.states.newVersion}</h1>
      <p>{t.states.newVersionMore}</p>
      <button type="button" onClick={() => location.reload()}>
        {t.states.reloadPage}
      </button>
    </section>
  )
}

/** The page stays with what is typed, until its user leaves it. */
function Held({ address, isNewer }: NonNullable<typeof held.value>) {
  const close = () => {
    held.value = null
  }
  const again = () => {
    close()
    if (isNewer) location.assign(address)
    else go(address)
  }
  return (
    <Dialog title={isNewer ? t.states.newVersion : t.states.offline} onClose={close}>
      <p>{isNewer ? t.states.typedMore : t.states.offlineMore}</p>
      <button type="button" onClick={again}>
        {isNewer ? t.states.reloadPage : t.retry}
      </button>
    </Dialog>
  )
}

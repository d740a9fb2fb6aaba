/** Who is signed in sees a screen in its frame; others sign in at the address they requested. */
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Failure } from '../client/api.ts'
import { findMe, hasEnded, me } from '../client/session.ts'
import { site } from '../client/site.ts'
import { storeId } from '../client/store.ts'
import { stepUp } from '../client/writing.ts'
import { Page } from '../parts/page.tsx'
import { ScreenContext } from '../parts/screen-context.ts'
import { Failed, Late, Skeleton } from '../parts/states.tsx'
import { SignInDialog, SignInPage } from '../screens/sign-in/sign-in.tsx'
import { loadWords, t } from '../texts/texts.ts'
import { Frame } from './frame.tsx'
import { isHelpOpen, isPaletteOpen } from './keys.ts'
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

const loaded = new Map<Screen, ComponentType<ScreenProps>>()

/** A screen is a file of its own, loaded when it is opened first. */
function Loaded({ screen, params }: ScreenProps & { screen: Screen }) {
  const [, setCount] = useState(0)
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    if (loaded.has(screen)) return
    Promise.all([screen.load(), screen.name === 'home' ? undefined : loadWords()]).then(
      ([Content]) => {
        loaded.set(screen, Content)
        setCount((count) => count + 1)
      },
      // The files of this version are gone: another one is served.
      () => setGone(true),
    )
  }, [screen])
  const Content = loaded.get(screen)
  if (Content !== undefined) {
    return (
      <ScreenContext.Provider value={screen}>
        <Content params={params} />
      </ScreenContext.Provider>
    )
  }
  if (!isGone) return <Skeleton lines={8} />
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

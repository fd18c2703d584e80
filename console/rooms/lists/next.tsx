import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { Drawer } from '../../parts/drawer.tsx'
import { idempotencyKey } from '../../call/idempotency.ts'
import { Notice } from '../../parts/notice.tsx'
import { Contacts } from './contacts.tsx'
import { words } from './words.ts'

type Run = Pick<Schemas['EnrichRun'], 'runId' | 'as' | 'fileName' | 'stats'>

/** A file of the records that rows were matched to: free, since the run charged for them. */
function exportMatches(as: Run['as'], runId: string) {
  const options = { params: { header: { 'X-Max-Credits': 0 } }, body: { runId } }
  return as === 'companies'
    ? settle(api.POST('/v1/exports/list/companies', options))
    : settle(api.POST('/v1/exports/list/people', options))
}

const readAudiences = async () => (await settle(api.GET('/v1/audiences', {}))).output.audiences

/** Whether nobody was added to an audience or removed from it since it was made. */
async function isAsMade(audienceId: string): Promise<boolean> {
  const { output } = await settle(api.GET('/v1/audiences/{audienceId}', { params: { path: { audienceId } } }))
  const { changes, companiesCount, prospectsCount } = output
  if (changes === null) return true
  // At first everybody joins; by hand some are added or removed since.
  return changes.companies.joined === companiesCount && changes.prospects.joined === prospectsCount
}

/**
 * The audience of the found rows: the one that was made of them before, so that whoever keeps them and then watches them
 * has one. Another where an answer about a row was given or taken back since, or that one was deleted or changed.
 */
async function makeAudience(runId: string, name: string): Promise<string> {
  const { output } = await settle(api.POST('/v1/enrich/poll', { body: { runId } }))
  const before = new Set((await readAudiences()).map(({ audienceId }) => audienceId))
  const make = async (after?: string): Promise<string> => {
    const key = idempotencyKey('audience of a list', [runId, name, output.run.decisions, after])
    const made = await settle(
      api.POST('/v1/audiences/create-from-list', {
        params: { header: { 'Idempotency-Key': key } },
        body: { runId, name },
      }),
    )
    const { audienceId } = made.output
    const now = (await readAudiences()).find((audience) => audience.audienceId === audienceId)
    if (now !== undefined && !before.has(audienceId)) return audienceId
    // It was made before; deleted, renamed or changed since, it is not the audience of these rows.
    const isSame = now?.name === made.output.name && (await isAsMade(audienceId))
    return isSame ? audienceId : make(audienceId)
  }
  return make()
}

/** What is done with the found rows after a list: kept as an audience, watched, and people's contact details. */
export function Next({ run }: { run: Run }) {
  const go = useNavigate()
  const address = useSearch({ from: '/lists/$run' })
  const { runId, as, stats } = run
  const make = useMutation({
    mutationFn: () => makeAudience(runId, run.fileName ?? words.list),
  })
  const file = useMutation({
    mutationFn: () => exportMatches(as, runId),
    onSuccess: () => go({ to: '/exports' }),
  })
  const { contacts } = address
  const isNobody = (stats?.matched ?? 0) === 0
  const open = (value: string | undefined) =>
    void go({ to: '/lists/$run', params: { run: runId }, search: { ...address, contacts: value } })
  const toAudience = (id: string) => go({ to: '/audiences/$id', params: { id } })
  // The page of a new watchlist is told whom by its address.
  const toWatchlist = (audience: string) =>
    location.assign(
      `/console/trackers/new?kind=${as === 'companies' ? 'company' : 'person'}&audience=${audience}`,
    )
  const makeFor = (lead: (audienceId: string) => unknown) => make.mutate(undefined, { onSuccess: lead })
  return (
    <>
      {[make.error, file.error].map(
        (error) =>
          error && (
            <Notice key={error.message} tone="bad">
              {error.message}
            </Notice>
          ),
      )}
      <button type="button" disabled={isNobody || make.isPending} onClick={() => makeFor(toAudience)}>
        {words.makeAudience}
      </button>
      <button type="button" disabled={isNobody || make.isPending} onClick={() => makeFor(toWatchlist)}>
        {words.watch}
      </button>
      {as === 'people' && (
        <button type="button" disabled={isNobody} onClick={() => open('new')}>
          {words.contacts}
        </button>
      )}
      <button
        type="button"
        title={words.exportHint}
        disabled={isNobody || file.isPending}
        onClick={() => file.mutate()}
      >
        {words.exportMatches}
      </button>
      {contacts !== undefined && (
        <Drawer label={words.contacts} onClose={() => open(undefined)}>
          <Contacts runId={runId} taskId={contacts === 'new' ? undefined : contacts} onStart={open} />
        </Drawer>
      )}
    </>
  )
}

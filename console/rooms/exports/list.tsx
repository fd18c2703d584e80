import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { onEvent } from '../../call/events.ts'
import { openFile } from '../../call/file.ts'
import { usePages } from '../../call/pages.ts'
import { dayText, timeText } from '../../days.ts'
import { Grid, Pair, type Column } from '../../parts/grid.tsx'
import { Icon } from '../../parts/icon.tsx'
import { PageFrame } from '../../parts/page.tsx'
import { number } from '../../words.ts'
import { kinds, sources, states, words } from './words.ts'

type Export = Schemas['Export']

const pollMs = 2_500

/** All files that are kept, newest first. Links in answers grow old, so each is asked for when somebody clicks. */
export function Page() {
  const client = useQueryClient()
  const read = usePages(
    ['exports'],
    (cursor) => settle(api.GET('/v1/exports', { params: { query: { ...(cursor !== null && { cursor }) } } })),
    (output) => output.exports,
  )
  const isBusy = read.rows.some(({ status }) => status === 'queued' || status === 'running')
  useEffect(() => {
    if (!isBusy) return undefined
    const again = () => void client.invalidateQueries({ queryKey: ['exports'] }, { cancelRefetch: false })
    const timer = setInterval(again, pollMs)
    const stop = onEvent(again)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [client, isBusy])
  const download = useMutation({
    mutationFn: (exportId: string) =>
      settle(api.GET('/v1/exports/{exportId}', { params: { path: { exportId } } })),
    onSuccess({ output }) {
      if (output.downloadUrl !== null) openFile(output.downloadUrl)
      // It expired or was withdrawn meanwhile, which the row says then.
      else void client.invalidateQueries({ queryKey: ['exports'] })
    },
  })
  return (
    <PageFrame isWhole title={words.title} lead={words.lead} errors={[read.error, download.error]}>
      {read.error === null && (
        <Grid
          label={words.title}
          rows={read.rows}
          columns={columns(download.isPending, download.mutate)}
          leastWidthPx={760}
          onEnd={read.readMore}
          empty={read.isPending ? words.reading : <Nothing />}
        />
      )}
    </PageFrame>
  )
}

const Nothing = () => (
  <>
    <p>{words.none}</p>
    <Link to="/audiences" className="button">
      {words.toAudiences}
    </Link>
  </>
)

function State({ status, progressPercent }: Export) {
  const { text, tone, mark } = states[status] ?? { text: status, tone: '', mark: '' }
  return (
    <span className={`tag ${tone}`} title={text}>
      <span aria-hidden="true">{mark} </span>
      {text}
      {status === 'running' && ` ${progressPercent}%`}
    </span>
  )
}

const size = (bytes: number) =>
  bytes < 1_000_000 ? `${number(Math.ceil(bytes / 1_000))} kB` : `${number(Math.round(bytes / 1_000_000))} MB`

const of = ({ kind, source }: Pick<Export, 'kind' | 'source'>) =>
  [kinds[kind] ?? kind, sources[source.type]].filter(Boolean).join(' ')

const columns = (isBusy: boolean, download: (exportId: string) => void): Column<Export>[] => [
  {
    name: words.columns.file,
    width: 'minmax(200px, 2fr)',
    isMain: true,
    cell: ({ fileName, bytes, status, ...made }) => (
      <Pair
        over={fileName}
        under={[of(made), status === 'completed' && size(bytes)].filter(Boolean).join(', ')}
      />
    ),
  },
  { name: words.columns.state, width: 'minmax(130px, 1fr)', cell: State },
  {
    name: words.columns.rows,
    width: '90px',
    isNumber: true,
    cell: ({ rows }) => <span>{number(rows)}</span>,
  },
  { name: words.columns.made, width: '190px', cell: ({ createdAt }) => <span>{timeText(createdAt)}</span> },
  {
    name: words.columns.until,
    width: '110px',
    cell: ({ expiresAt }) => <span>{expiresAt === null ? '' : dayText(expiresAt)}</span>,
  },
  {
    name: words.columns.get,
    width: '140px',
    isMain: true,
    cell: (row) =>
      row.status === 'completed' ? (
        <button
          type="button"
          disabled={isBusy}
          aria-label={`${words.download} ${row.fileName}`}
          onClick={() => download(row.exportId)}
        >
          <Icon name="file" />
          {words.download}
        </button>
      ) : (
        <State {...row} />
      ),
  },
]

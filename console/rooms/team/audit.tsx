import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { usePages } from '../../call/pages.ts'
import { exactTimeText } from '../../days.ts'
import { Grid, Pair, type Column } from '../../parts/grid.tsx'
import { Notice } from '../../parts/notice.tsx'
import { words } from './words.ts'

type Entry = Schemas['AuditEntry']

/** Changes of keys, people, billing and settings, newest first. */
export function Audit() {
  const audit = usePages(
    ['audit'],
    (cursor) =>
      settle(
        api.GET('/v1/organization/audit', {
          params: { query: { pageSize: 100, ...(cursor !== null && { cursor }) } },
        }),
      ),
    ({ entries }) => entries,
  )
  return (
    <>
      {audit.error && <Notice tone="bad">{audit.error.message}</Notice>}
      <div className="audit">
        <Grid
          label={words.audit}
          rows={audit.rows}
          columns={columns}
          leastWidthPx={720}
          onEnd={audit.readMore}
          empty={audit.isPending ? words.reading : words.auditEmpty}
        />
      </div>
    </>
  )
}

/** Nothing for an act that has no details. */
function detailOf(detail: unknown): string {
  const text = JSON.stringify(detail ?? null)
  return text === 'null' || text === '{}' ? '' : text
}

const columns: Column<Entry>[] = [
  {
    name: words.auditColumns.action,
    width: 'minmax(160px, 1fr)',
    isMain: true,
    cell: ({ action, subject }) => <Pair over={action.replaceAll(/[._]/g, ' ')} under={subject} />,
  },
  {
    name: words.auditColumns.who,
    width: 'minmax(160px, 1fr)',
    isMain: true,
    cell: ({ actor, address }) => <Pair over={actor} under={address} />,
  },
  {
    name: words.auditColumns.what,
    width: 'minmax(200px, 2fr)',
    cell: ({ detail }) => <span title={detailOf(detail)}>{detailOf(detail)}</span>,
  },
  {
    name: words.auditColumns.when,
    width: '200px',
    cell: ({ at }) => <span>{exactTimeText(at)}</span>,
  },
]

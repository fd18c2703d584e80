import { useQuery } from '@tanstack/react-query'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { Facts } from '../../parts/facts.tsx'
import { Notice } from '../../parts/notice.tsx'
import { words } from './data-words.ts'
import { instant } from './frame.tsx'

/** What a record is recognised by and where it is from. */
export function Entity({ kind, id }: { kind: 'companies' | 'people'; id: string }) {
  const read = useQuery({
    queryKey: ['entity', kind, id],
    queryFn: () =>
      settle(api.GET('/operator/v1/identity/explain', { params: { query: { kind, entity: id } } })),
  })
  const entity = read.data?.output
  return (
    <section className="panel" aria-label={id}>
      {read.error && <Notice tone="bad">{read.error.message}</Notice>}
      <h2 className="first">{entity?.name ?? id}</h2>
      {entity !== undefined && (
        <>
          {!entity.exists && <Notice tone="doubt">{words.gone}</Notice>}
          <Facts
            facts={[
              ['Id', <code key="id">{entity.entityId}</code>],
              [words.observed, instant(entity.observedAt)],
              [
                words.identifiers,
                entity.identifiers.map(({ token }) => (
                  <div key={token}>
                    <code className="small">{token}</code>
                  </div>
                )),
              ],
              [
                words.from,
                entity.sources.map(({ source, observedAt }) => (
                  <div key={`${source} ${observedAt}`}>
                    {source} <span className="soft small">{instant(observedAt)}</span>
                  </div>
                )),
              ],
            ]}
          />
        </>
      )}
    </section>
  )
}

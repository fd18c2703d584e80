import { useNavigate, useParams } from '@tanstack/react-router'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { idempotencyKey } from '../../call/idempotency.ts'
import { RecordBody } from '../../records/body.tsx'
import { Contacts } from '../../records/contacts.tsx'
import { originsAt, OriginsTable, type Origins } from '../../records/origins.tsx'
import { viewPerson, type Person } from '../../records/person.ts'
import { RecordFrame, useAddress } from './frame.tsx'
import { History } from './history.tsx'
import { isId } from './ids.ts'
import { usePaidRead } from './paid-read.ts'
import { Signals } from './signals.tsx'
import { words, type Tab } from './words.ts'

const tabs = ['profile', 'history', 'sources', 'signals'] as const satisfies Tab[]
const route = '/v1/kitchen-sink/person'

/** By the id of the record it is free for 30 days once paid for; by the profile a replay is, for 72 hours. */
async function readPerson(slug: string, maxCredits: number) {
  if (isId(slug)) {
    const params = {
      path: { personId: slug },
      query: { includeProvenance: true },
      header: { 'X-Max-Credits': maxCredits },
    }
    const { output, ...paid } = await settle(api.GET('/v1/people/{personId}', { params }))
    return { output: { person: output.data, origins: originsAt(output.provenance, 'data') }, ...paid }
  }
  const body = {
    profileIdentifier: { identifier: 'pnetSlug' as const, value: slug },
    includeProvenance: true,
  }
  const header = { 'Idempotency-Key': idempotencyKey(route, body), 'X-Max-Credits': maxCredits }
  const { output, ...paid } = await settle(api.POST(route, { params: { header }, body }))
  return { output: { person: output.data[0], origins: originsAt(output.provenance, 'data[0]') }, ...paid }
}

export function Page() {
  const { slug = '' } = useParams({ strict: false }) as { slug?: string }
  const address = useAddress()
  const tab = tabs.find((each) => each === address['tab']) ?? 'profile'
  const record = usePaidRead(['person', slug], (maxCredits) => readPerson(slug, maxCredits))
  const person = record.data?.output.person
  return (
    <RecordFrame
      name={person?.name}
      headline={person?.headline}
      above={{ to: '/people', text: words.people }}
      unknown={words.person}
      tabs={tabs}
      tab={tab}
      record={record}
      unit="kitchenSinkPerson"
      isFreeTab={tab === 'history' || tab === 'signals'}
    >
      <Content tab={tab} slug={slug} person={person} origins={record.data?.output.origins ?? {}} />
    </RecordFrame>
  )
}

function Content({
  tab,
  slug,
  person,
  origins,
}: {
  tab: (typeof tabs)[number]
  slug: string
  person: Person | undefined
  origins: Origins
}) {
  const address = useAddress()
  const go = useNavigate()
  switch (tab) {
    case 'profile':
      if (person === undefined) return <p className="soft">{words.none}</p>
      return (
        <>
          <Contacts profile={person.primary_slug} />
          <RecordBody view={viewPerson(person)} />
        </>
      )
    case 'sources':
      return <OriginsTable origins={origins} />
    case 'history':
      return (
        <History
          of={{ person: { identifier: isId(slug) ? 'entityId' : 'pnetSlug', value: slug } }}
          onPaid={() => void go({ to: '.', search: { ...address, history: '1' } })}
        />
      )
    case 'signals': {
      const entityId = person?.entity_id ?? (isId(slug) ? slug : undefined)
      return <Signals subject={{ type: 'person', entityId, ids: [slug, person?.primary_slug] }} />
    }
  }
}

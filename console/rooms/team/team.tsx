import './team.css'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../call/queries.ts'
import { IfMay, WhyNot } from '../../call/if-may.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageFrame } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { Audit } from './audit.tsx'
import { Invitations } from './invitations.tsx'
import { People } from './people.tsx'
import { useOrganization, useRename } from './people-of.ts'
import { Sessions } from './sessions.tsx'
import { words } from './words.ts'

type Tab = keyof typeof words.tabs
const tabs = Object.keys(words.tabs) as Tab[]

/** The organization, its people, who is signed in, and who changed what. */
export function Page() {
  const isAuditor = useMay('audit')
  const { tab: wanted } = useSearch({ strict: false }) as { tab?: string }
  const tab = tabs.find((name) => name === wanted) ?? 'people'
  const organization = useOrganization()
  return (
    <PageFrame
      title={organization.data?.name ?? words.title}
      crumb={words.title}
      actions={
        organization.data && (
          <IfMay act="manage">
            <Rename key={organization.data.name} name={organization.data.name} />
          </IfMay>
        )
      }
      errors={[organization.error]}
    >
      <WhyNot act="manage" />
      <Tabs
        label={words.title}
        current={tab}
        tabs={tabs
          .filter((name) => name !== 'audit' || isAuditor)
          .map((name) => ({
            name,
            text: words.tabs[name],
            search: name === 'people' ? {} : { tab: name },
          }))}
      />
      <div className="tab">
        {tab === 'people' && (
          <>
            <People />
            <Invitations />
          </>
        )}
        {tab === 'sessions' && <Sessions />}
        {tab === 'audit' && <Audit />}
      </div>
    </PageFrame>
  )
}

function Rename({ name }: { name: string }) {
  const [draft, setDraft] = useState<string>()
  const rename = useRename()
  if (draft === undefined)
    return (
      <button type="button" onClick={() => setDraft(name)}>
        {words.rename}
      </button>
    )
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault()
        rename.mutate(draft.trim(), { onSuccess: () => setDraft(undefined) })
      }}
    >
      {rename.error && <Notice tone="bad">{rename.error.message}</Notice>}
      <input
        type="text"
        className="renamed"
        aria-label={words.organization}
        maxLength={200}
        required
        // Somebody asked for this field to type into it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
      <button type="submit" className="primary" disabled={draft.trim() === '' || rename.isPending}>
        {words.save}
      </button>
      <button type="button" onClick={() => setDraft(undefined)}>
        {words.leave}
      </button>
    </form>
  )
}

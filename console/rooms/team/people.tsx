import { useState } from 'react'
import { IfMay } from '../../call/if-may.tsx'
import { timeText } from '../../days.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Pick } from '../../parts/pick.tsx'
import { credits, number } from '../../words.ts'
import { useChangeMember, useMembers, useRemoveMember, type Member, type Role } from './people-of.ts'
import { words } from './words.ts'

/** People, their roles, and how much each may spend in a month. */
export function People() {
  const members = useMembers()
  const people = members.data ?? []
  if (members.error) return <Notice tone="bad">{members.error.message}</Notice>
  if (members.isPending) return <p className="soft">{words.reading}</p>
  if (people.length === 0) return <p className="soft">{words.nobody}</p>
  return (
    <ul className="people">
      {people.map((member) => (
        <Person key={member.memberId} member={member} />
      ))}
    </ul>
  )
}

export const nameOf = ({ name, email }: { name: string | null; email: string | null }) => name ?? email ?? ''

function Person({ member }: { member: Member }) {
  const [isOpen, setOpen] = useState(false)
  const { creditsUsedThisMonth: used, maxCreditsPerMonth: most, lastSeenAt } = member
  return (
    <li className="panel">
      <div className="row">
        <div className="who">
          <strong>{nameOf(member)}</strong>
          {member.name !== null && <div className="soft small">{member.email}</div>}
        </div>
        <span className="tag">{words.roles[member.role]}</span>
        <span className="soft small">
          {most === null ? credits(used) : `${number(used)} of ${credits(most)}`} {words.spent},{' '}
          {words.columns.seen.toLowerCase()}: {lastSeenAt === null ? words.never : timeText(lastSeenAt)}
        </span>
        <IfMay act="manage">
          <button type="button" className="push" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {words.change}
            <span className="hidden">{nameOf(member)}</span>
          </button>
        </IfMay>
      </div>
      {isOpen && <Change member={member} onDone={() => setOpen(false)} />}
    </li>
  )
}

function Change({ member, onDone }: { member: Member; onDone(): void }) {
  const name = nameOf(member)
  const [role, setRole] = useState<Role>(member.role)
  const [most, setMost] = useState(
    member.maxCreditsPerMonth === null ? '' : String(member.maxCreditsPerMonth),
  )
  const [isRemoving, setRemoving] = useState(false)
  const change = useChangeMember(member.memberId)
  const remove = useRemoveMember(member.memberId)
  const error = change.error ?? remove.error
  return (
    <form
      className="change"
      onSubmit={(event) => {
        event.preventDefault()
        const maxCreditsPerMonth = most === '' ? null : Number(most)
        change.mutate({ role, maxCreditsPerMonth }, { onSuccess: onDone })
      }}
    >
      <RoleField label={`${words.roleOf} ${name}`} role={role} onChange={setRole} />
      <Field label={`${words.limitOf} ${name}`} hint={words.limitHint}>
        <input
          type="number"
          min={0}
          step="any"
          value={most}
          onChange={(event) => setMost(event.target.value)}
        />
      </Field>
      {error && <Notice tone="bad">{error.message}</Notice>}
      <div className="row">
        <button type="submit" className="primary" disabled={change.isPending}>
          {words.save}
        </button>
        <button type="button" onClick={onDone}>
          {words.leave}
        </button>
        <button type="button" className="danger push" onClick={() => setRemoving(true)}>
          {words.remove}
        </button>
      </div>
      {isRemoving && (
        <Confirm
          title={words.removeTitle}
          words={{ yes: `${words.removeYes} ${name}`, no: words.keep }}
          isBusy={remove.isPending}
          onYes={() => remove.mutate(undefined, { onSettled: () => setRemoving(false) })}
          onNo={() => setRemoving(false)}
        >
          <p>{words.removeText}</p>
        </Confirm>
      )}
    </form>
  )
}

/** One of the roles, and what it may do. */
export function RoleField({
  label,
  role,
  onChange,
}: {
  label: string
  role: Role
  onChange(role: Role): void
}) {
  return (
    <div className="field">
      <span className="field-label">{words.role}</span>
      <Pick label={label} options={words.roles} value={role} onChange={(value) => onChange(value as Role)} />
      <span className="soft small">{words.rolesMean[role]}</span>
    </div>
  )
}

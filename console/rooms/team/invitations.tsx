import { useState } from 'react'
import { IfMay } from '../../call/if-may.tsx'
import { timeText } from '../../days.ts'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Secret } from '../../parts/secret.tsx'
import { useInvitations, useInvite, useWithdraw, type Role } from './people-of.ts'
import { nameOf, RoleField } from './people.tsx'
import { words } from './words.ts'

/** Whom to ask in, and who was asked and has not come yet. */
export function Invitations() {
  const invitations = useInvitations()
  const withdraw = useWithdraw()
  const error = invitations.error ?? withdraw.error
  const invited = invitations.data ?? []
  return (
    <>
      <IfMay act="manage">
        <Invite />
      </IfMay>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {invited.length > 0 && <h2>{words.invitations}</h2>}
      <ul className="people">
        {invited.map((invitation) => (
          <li key={invitation.invitationId} className="row">
            <strong>{nameOf(invitation)}</strong>
            <span className="tag">{words.roles[invitation.role]}</span>
            <span className="soft small">
              {invitation.isExpired || invitation.expiresAt === null
                ? words.expired
                : `${words.until} ${timeText(invitation.expiresAt)}`}
            </span>
            <IfMay act="manage">
              <button
                type="button"
                className="push"
                disabled={withdraw.isPending}
                onClick={() => withdraw.mutate(invitation.invitationId)}
              >
                {words.withdraw}
                <span className="hidden">{nameOf(invitation)}</span>
              </button>
            </IfMay>
          </li>
        ))}
      </ul>
    </>
  )
}

const unset = { email: '', name: '', role: 'member' as Role, most: '' }

function Invite() {
  const [draft, setDraft] = useState(unset)
  const invite = useInvite()
  const set = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const made = invite.data?.output
  return (
    <section>
      <h2>{words.invite}</h2>
      {made?.isMailed === true && (
        <Notice>
          {words.mailed} {made.invitation.email}.
        </Notice>
      )}
      {typeof made?.link === 'string' && (
        <Secret
          text={made.link}
          words={{ ...words, title: words.linkTitle }}
          onStored={() => invite.reset()}
        />
      )}
      <form
        className="change"
        onSubmit={(event) => {
          event.preventDefault()
          const { email, name, role, most } = draft
          invite.mutate(
            {
              email: email.trim(),
              name: name.trim() === '' ? null : name.trim(),
              role,
              maxCreditsPerMonth: most === '' ? null : Number(most),
            },
            { onSuccess: () => setDraft(unset) },
          )
        }}
      >
        <Field label={words.email}>
          <input
            type="email"
            required
            value={draft.email}
            onChange={(event) => set({ email: event.target.value })}
          />
        </Field>
        <Field label={words.name}>
          <input type="text" value={draft.name} onChange={(event) => set({ name: event.target.value })} />
        </Field>
        <RoleField label={words.role} role={draft.role} onChange={(role) => set({ role })} />
        <Field label={words.limit} hint={words.limitHint}>
          <input
            type="number"
            min={0}
            step="any"
            value={draft.most}
            onChange={(event) => set({ most: event.target.value })}
          />
        </Field>
        {invite.error && <Notice tone="bad">{invite.error.message}</Notice>}
        <button type="submit" className="primary" disabled={invite.isPending}>
          {invite.isPending ? words.inviting : words.inviteButton}
        </button>
      </form>
    </section>
  )
}

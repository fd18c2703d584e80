import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { Ask } from '../../parts/ask.tsx'
import { Field } from '../../parts/field.tsx'
import { useAct, type Audience } from './operations.ts'
import { words } from './words.ts'

const longestName = 200

const rename = (audienceId: string, name: string) =>
  settle(api.PATCH('/v1/audiences/{audienceId}', { params: { path: { audienceId } }, body: { name } }))

/** Another name, for nothing. */
export function Rename({ audience }: { audience: Audience }) {
  const { audienceId } = audience
  const [name, setName] = useState<string>()
  const act = useAct(audienceId, (newName: string) => rename(audienceId, newName))
  const close = () => setName(undefined)
  return (
    <>
      <button
        type="button"
        onClick={() => {
          act.reset()
          setName(audience.name)
        }}
      >
        {words.rename}
      </button>
      {name !== undefined && (
        <Ask
          title={words.renameTitle}
          words={{ yes: words.rename, no: words.no }}
          isBusy={act.isPending}
          isDisabled={name.trim() === ''}
          error={act.error}
          onYes={() => act.mutate(name.trim(), { onSuccess: close })}
          onNo={close}
        >
          <Field label={words.name}>
            <input
              type="text"
              maxLength={longestName}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
        </Ask>
      )}
    </>
  )
}

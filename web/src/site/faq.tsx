import type { Page } from '@croupier/contract/content'
import { Icon } from '../ui/icon.tsx'
import { RichText } from './rich-text.tsx'

/** Questions of a page, each with its answer folded below it. */
export const Faq = ({ list }: { list: Page['faq'] }) =>
  list.map(({ question, answer }) => (
    <details key={question} className="fold">
      <summary>
        {question}
        <Icon name="chevron-down" />
      </summary>
      <RichText blocks={answer} />
    </details>
  ))

import type { SelfRenderingModule } from '@composed/contracts/module';

interface Props {
  readonly of: number;
}

const formatText = ({ of }: Props) => `Beside ${of} presses`;

/** A part without a framework, with a part of Vue inside. */
const plainModule: SelfRenderingModule<Props> = {
  render: (props) =>
    `<p>${formatText(props)}</p>` +
    '<select aria-label="Beside"><option>one</option><option>two</option></select>' +
    '<div data-part="tests-here/Inner"></div>',
  mount(element, props, { hydrate }) {
    if (!hydrate) {
      const part = document.createElement('div');
      part.dataset['part'] = 'tests-here/Inner';
      element.append(document.createElement('p'), part);
    }
    const update = (given: Props) => {
      const text = element.querySelector('p');
      if (text) text.textContent = formatText(given);
    };
    if (!hydrate) update(props);
    element.querySelector('select')?.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLSelectElement) element.dataset['heard'] = target.value;
    });
    return { update, unmount: () => undefined };
  },
};
export default plainModule;

import type { StoryGroup } from 'shared/stories/story';
import { Contact } from '../landing/Contact';
import { Features } from '../landing/Features';
import { Subscribe } from '../landing/Subscribe';
import { Welcome } from '../landing/Welcome';

/** The host's sections of the landing page. Their forms can be sent, with fields left empty or not. */
export const landing: StoryGroup = {
  title: 'Landing page',
  widths: [360, 1200],
  stories: {
    welcome: <Welcome />,
    features: <Features />,
    subscribe: <Subscribe />,
    contact: <Contact />,
  },
};

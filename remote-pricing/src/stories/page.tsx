import { showStories } from 'shared/stories/show-stories';
import { notices } from './notices';
import { sections } from './sections';

showStories({ title: 'Pricing', groups: [sections, notices] });

import { showStories } from '@shopwright/shared/stories/show-stories';
import { notices, sections } from './pricing-stories';

showStories({ title: 'Pricing', groups: [sections, notices] });

export { default } from '@shopwright/shared/testing/jest';

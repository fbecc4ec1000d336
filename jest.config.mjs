export { default } from '@composed/tooling/testing/jest';

declare module "virtual:pieces" {
  const sprite: string;
  export default sprite;
}
